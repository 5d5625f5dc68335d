// Requests to the server: JSON, and streams of server-sent events.

import { sentence } from "./parts/words.js";

/** A request that the server refused, or that never reached it. Its message is one sentence. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const UNREACHED = "The server does not answer. Is sapper serve still running?";

async function reach(path, options) {
  try {
    return await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(UNREACHED, 0);
  }
}

async function refusal(response) {
  let sentence = `The server answered ${response.status}.`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // The body is not JSON: the status is all there is.
  }
  return new Refusal(sentence, response.status);
}

/** The fields as a query string, without those that are null or empty. */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value != null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export async function get(path, signal) {
  const response = await reach(path, { signal });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

export async function post(path, body, signal) {
  const response = await reach(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Read server-sent events until the stream ends, and call `heard(name, data)` for each. */
export async function stream(path, heard, signal) {
  const response = await reach(path, { headers: { accept: "text/event-stream" }, signal });
  if (!response.ok) throw await refusal(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new Refusal("The connection to the server was lost.", 0);
    });
    if (done) return;
    buffer += value.replaceAll("\r\n", "\n");
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop();
    for (const block of blocks) dispatch(block, heard);
  }
}

function dispatch(block, heard) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (!data.length) return;
  const content = JSON.parse(data.join("\n"));
  if (name === "refused" || name === "error") throw new Refusal(content.error, 200);
  heard(name, content);
}

/** The message to show for an error, as prose; null where the visitor aborted the request. */
export function messageOf(error) {
  if (error?.name === "AbortError") return null;
  if (error instanceof Refusal) return sentence(error.message);
  console.error(error);
  return "Something went wrong on this page. Reload it to continue: the game is saved.";
}
