// Requests to the server, and the messages of those that fail.

import { sentence } from "./format.js";
import { send } from "./transport.js";

/** A request that the server refused, or that never reached it. Its message is one sentence. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * The response to a request. Browsers log every 4xx response as an error, even for a mere typing error,
 * so the page requests refusals with status 200 and their real status in a header.
 * @throws {Refusal} if it fails
 * @param {string} path @param {any} [options]
 */
export async function request(path, options) {
  const headers = { ...options?.headers, prefer: "status=200" };
  const response = await send(path, { ...options, headers }).catch((error) => {
    throw error.name === "AbortError" ? error : new Refusal(error.message, 0);
  });
  const refused = response.headers.get("sapper-status");
  if (response.ok && !refused) return response;
  const { error } = await response.json().catch(() => ({})); // the body may not be JSON
  const status = Number(refused ?? response.status);
  throw new Refusal(error ?? `The server answered ${status}.`, status);
}

/** The fields as a query string, without those that are null or empty. @param {any} fields */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value != null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * The answer to a request.
 * @template {string} P
 * @param {P} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<P extends keyof Api.Get ? Api.Get[P] : any>}
 */
export async function get(path, signal) {
  return (await request(path, { signal })).json();
}

/**
 * The answer to a request that posts a body.
 * @template {string} P
 * @param {P} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<P extends keyof Api.Post ? Api.Post[P] : any>}
 */
export async function post(path, body, signal) {
  return (await request(path, { ...posting(body), signal })).json();
}

/** The options of a request that posts a body, with further headers. @param {object} body @param {object} [more] */
export function posting(body, more) {
  const headers = { "content-type": "application/json", ...more };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** The server's words for what an address cannot mean, "'level': expected …, got 'x'", as prose.
 * @param {string} words */
function prose(words) {
  const [field, name] = /^'(\w+)': (?=expected )/.exec(words) ?? [""];
  const got = words.lastIndexOf(", got ");
  if (!field || got < 0) return words;
  return `${words.slice(got + ", got ".length)} is not a valid ${name}: ${words.slice(field.length, got)}`;
}

/** The message to show for an error, as prose; null where the visitor aborted the request. @param {any} error */
export function messageOf(error) {
  if (error?.name === "AbortError") return null;
  if (error instanceof Refusal) return sentence(prose(error.message));
  console.error(error);
  return "Something went wrong on this page. Reload it to continue: the game is saved.";
}

/** The result of some work; undefined where it fails, and its message goes to `setNotice`.
 * @param {() => Promise<any>} work @param {any} setNotice */
export const attempt = (work, setNotice) => work().catch((error) => report(error, setNotice));

/** Pass the message of an error to `setNotice`, unless the visitor aborted the request.
 * @param {any} error @param {any} setNotice */
export function report(error, setNotice) {
  const words = messageOf(error);
  if (words) setNotice({ words, kind: "trouble" });
}
