// How requests travel on a site without a server: to Python in a web worker of this page.

/** Views that need numpy or stores of results, which browsers do not have. */
export const WITHOUT = ["compare", "machine", "class"];

let ready = false;
let failure = null; // why there is no Python
let begin;

/** Answers that were made with the site, so that the page need not wait for Python. */
const MADE = [
  { path: "/api/about", file: "about.json", always: true },
  { path: "/api/watch?player=swift&level=beginner&first=opening", file: "first.txt" },
];

/** Waits until Python is ready: the service worker would compete with it for the same files. */
export const loaded = new Promise((resolve) => (begin = resolve));
/** Whether answers have to wait for Python. */
export const loading = () => !ready && !failure;

const asked = new Map(); // by number: what waits for an answer or for more of it
let last = 0;

const wait = document.createElement("p");
wait.className = "loading";
wait.setAttribute("role", "status");
wait.textContent = "Python is loading, which takes a few seconds …";
document.body.append(wait);

let python = start();
addEventListener("hashchange", showWait);

/** Show that Python is loading; Play and the first board, which can be used already, do not need it. */
function showWait() {
  const view = location.hash.slice(1).split(/[/?]/)[0];
  wait.hidden = !loading() || ["", "play"].includes(view);
}

function start() {
  showWait();
  const worker = new Worker("python/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = () => failed("Python cannot start: check the connection, or try a newer browser.");
  return worker;
}

/**
 * The response to a request, like `fetch`.
 * @throws an error whose message says why there is no response
 */
export async function send(path, { method = "GET", headers = {}, body = "", signal } = {}) {
  const made = MADE.find((each) => each.path === path && (each.always || !ready));
  if (made) return fetch(made.file, { signal });
  signal?.throwIfAborted();
  if (failure) {
    failure = null; // the visitor tries again
    python.terminate();
    python = start();
  }
  const number = (last += 1);
  return new Promise((resolve, reject) => {
    const entry = { resolve, reject, body: null };
    asked.set(number, entry);
    signal?.addEventListener("abort", () => {
      if (!asked.delete(number)) return;
      python.postMessage({ leave: number });
      reject(signal.reason);
      entry.body?.error(signal.reason);
    });
    python.postMessage({ number, method, path, headers: Object.entries(headers), body });
  });
}

function heard({ number, kind, value }) {
  if (kind === "ready") {
    begin((ready = true));
    showWait();
  } else if (kind === "kept") document.documentElement.dataset.kept = value;
  else if (kind === "notice") notice(value);
  else if (kind === "failed") failed(value);
  const entry = asked.get(number);
  if (!entry) return;
  if (kind === "head") {
    const [status, headers] = value;
    const stream = new ReadableStream({ start: (controller) => (entry.body = controller) });
    entry.resolve(new Response([204, 304].includes(status) ? null : stream, { status, headers }));
  } else if (kind === "body") entry.body.enqueue(value);
  else if (kind === "end") {
    asked.delete(number);
    if (entry.body) entry.body.close();
    else entry.reject(new Error("Python stopped without answering: reload the page."));
  }
}

function failed(sentence) {
  failure = sentence;
  showWait();
  for (const entry of asked.values()) {
    entry.reject(new Error(sentence));
    entry.body?.error(new Error(sentence));
  }
  asked.clear();
}

/** Show a sentence above the page, once. */
function notice(sentence) {
  if ([...document.querySelectorAll(".banner")].some((each) => each.textContent === sentence)) return;
  const banner = document.createElement("p");
  banner.className = "banner";
  banner.setAttribute("role", "status");
  banner.textContent = sentence;
  document.body.prepend(banner);
}

// Links to files of the server.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href^='/api/']");
  if (!link) return;
  event.preventDefault();
  saveFile(link.getAttribute("href"));
});

/** Let the browser save a file of the server, which Python writes here. */
export async function saveFile(path, otherwise = "sapper") {
  const response = await send(path);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition"))?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
