// How requests travel: here to the server. `sapper site` has another module in place of this one.

/** Views that this page does not offer. @type {string[]} */
export const WITHOUT = [];

/** Whether answers have to wait for something to load. */
export const loading = () => false;

/** Waits until the page has all it needs to work. */
export const loaded = Promise.resolve();

const UNREACHED = "The server does not answer. Is sapper serve still running?";

/**
 * The response to a request, like `fetch`.
 * @throws an error whose message says why there is no response
 * @param {string} path @param {any} options
 */
export async function send(path, options) {
  return fetch(path, { credentials: "same-origin", ...options }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error(UNREACHED);
  });
}

/** Let the browser save a file of the server. @param {string} path @param {string} name */
export function saveFile(path, name) {
  Object.assign(document.createElement("a"), { href: path, download: name }).click();
}
