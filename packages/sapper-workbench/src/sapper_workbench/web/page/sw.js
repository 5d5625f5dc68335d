// The service worker: when the server cannot be reached, the page says what needs it.

const OFFLINE = "offline.html";
const KEPT = [OFFLINE, "offline.css", "icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open("offline")
      .then((cache) => cache.addAll(KEPT))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The page comes from the server, and the page that explains its absence from here. */
async function reached(request) {
  try {
    return await fetch(request);
  } catch {
    return caches.match(OFFLINE);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(reached(request));
});
