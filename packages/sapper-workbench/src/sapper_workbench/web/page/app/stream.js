// Streams of server-sent events, and the states that they lead to.

import { useEffect, useRef, useState } from "./preact.js";
import { messageOf, posting, Refusal, request } from "./api.js";

/** The whole events at the start of a text, `{name, data}` each, and the rest of the text. @param {string} text */
export function eventsIn(text) {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  return { events: blocks.map(eventOf).filter((/** @type {any} */ { data }) => data !== undefined), rest };
}

/** @param {string} block */
function eventOf(block) {
  const [, name = "message"] = /^event: ?(.*)$/m.exec(block) ?? [];
  const data = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join("\n");
  return { name, data: data ? JSON.parse(data) : undefined };
}

/**
 * Read server-sent events until the stream ends, and call `heard(name, data)` for each. A `body` is
 * posted.
 * @throws {Refusal} if the server refuses, or the connection is lost
 * @param {string} path @param {any} heard @param {AbortSignal} signal @param {object} [body]
 */
export async function stream(path, heard, signal, body) {
  const headers = { accept: "text/event-stream" };
  const options = body ? posting(body, headers) : { headers };
  const response = await request(path, { ...options, signal });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new Refusal("The connection to the server was lost.", 0);
    });
    if (done) return;
    const { events, rest } = eventsIn(text + value);
    text = rest;
    for (const { name, data } of events) {
      if (name === "refused" || name === "error") throw new Refusal(data.error, 200);
      heard(name, data);
    }
  }
}

/**
 * Follow a stream, and show the states that its events lead to from a state, at most one a frame:
 * `after(state, name, data)` is the state after one more. A state's `live` says whether more are
 * coming, its `trouble` why they ended early.
 * @param {string} path @param {any} state @param {any} after @param {any} show @param {AbortSignal} signal @param {object} [body]
 */
export async function follow(path, state, after, show, signal, body) {
  let now = { ...state, live: true, trouble: null };
  let pending = false;
  /** @param {any} next */
  const become = (next) => {
    now = next;
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      show(now);
    });
  };
  show(now);
  try {
    await stream(path, (/** @type {string} */ name, /** @type {any} */ data) => become(after(now, name, data)), signal, body);
    become({ ...now, live: false });
  } catch (error) {
    become({ ...now, live: false, trouble: messageOf(error) });
  }
}

/** The state that a stream leads to, which is `nothing` until one begins. @param {any} nothing @param {any} after */
export function useStream(nothing, after) {
  const [state, setState] = useState(nothing);
  const running = useRef(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  /** Begin a stream in place of the one before; `changes` to `nothing` hold from its start.
   * @param {string} path @param {any} changes @param {any} body */
  const start = (path, changes, body) => {
    stop();
    const leaving = (running.current = new AbortController());
    /** @param {any} next */
    const show = (next) => running.current === leaving && setState(next);
    follow(path, { ...nothing, ...changes }, after, show, leaving.signal, body);
  };
  /** Stop, and forget everything. */
  const clear = () => {
    stop();
    running.current = null;
    setState(nothing);
  };
  return { ...state, start, stop, clear };
}
