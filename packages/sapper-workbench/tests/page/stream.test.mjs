import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { get, messageOf, post, Refusal, report } from "../../src/sapper_workbench/web/page/app/api.js";
import { eventsIn, follow, stream } from "../../src/sapper_workbench/web/page/app/stream.js";

/** Answers the next requests with a response, or an error. */
function answering(response) {
  const answer = async () => {
    if (response instanceof Error) throw response;
    return response;
  };
  return mock.method(globalThis, "fetch", answer).mock;
}

/** A stream whose bytes come in the given pieces. */
function inPieces(...pieces) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body);
}

async function heardFrom(response) {
  answering(response);
  const heard = [];
  await stream("/api/x", (name, data) => heard.push([name, data]));
  return heard;
}

const EVENTS = 'event: start\ndata: {"a": 1}\n\n: a comment\n\ndata: [1,\ndata: 2]\n\nevent: end\ndata: 0\n\n';
const PARSED = [["start", { a: 1 }], ["message", [1, 2]], ["end", 0]];

test("events are heard the same, however the text is cut", async () => {
  assert.deepEqual(await heardFrom(inPieces(EVENTS)), PARSED);
  assert.deepEqual(await heardFrom(inPieces(...EVENTS)), PARSED);
  const returns = EVENTS.replaceAll("\n", "\r\n");
  assert.deepEqual(await heardFrom(inPieces(...returns)), PARSED);
});

test("an event that is not whole yet waits for its rest", () => {
  assert.deepEqual(eventsIn("data: 1\n\ndata: 2\n"), { events: [{ name: "message", data: 1 }], rest: "data: 2\n" });
  assert.deepEqual(eventsIn(""), { events: [], rest: "" });
});

test("events before a refusal in the stream are heard", async () => {
  const refused = 'data: 1\n\nevent: refused\ndata: {"error": "too many games"}\n\n';
  const heard = [];
  answering(inPieces(refused));
  await assert.rejects(stream("/api/x", (_, data) => heard.push(data)), /too many games/);
  assert.deepEqual(heard, [1]);
});

test("a lost connection is a refusal, an abort by the visitor is not", async () => {
  const failing = (error) => new Response(new ReadableStream({ start: (it) => it.error(error) }));
  answering(failing(new TypeError("network")));
  await assert.rejects(stream("/api/x"), /connection to the server was lost/);
  answering(failing(new DOMException("gone", "AbortError")));
  await assert.rejects(stream("/api/x"), { name: "AbortError" });
});

test("a request that is refused says why, in the server's words if it has any", async () => {
  answering(Response.json({ error: "no such game" }, { status: 404 }));
  await assert.rejects(get("/api/x"), { message: "no such game", status: 404 });
  answering(new Response('{"error": "no"}', { headers: { "sapper-status": "409" } }));
  await assert.rejects(get("/api/x"), new Refusal("no", 409));
  answering(new Response("<html>", { status: 502 }));
  await assert.rejects(get("/api/x"), { message: "The server answered 502.", status: 502 });
  answering(new TypeError("fetch failed"));
  await assert.rejects(get("/api/x"), /The server does not answer/);
});

test("a body is sent as JSON, and the answer read", async () => {
  const requests = answering(Response.json({ ok: 1 }));
  assert.deepEqual(await post("/api/x", { cell: [0, 1] }), { ok: 1 });
  const [path, { method, body, headers }] = requests.calls[0].arguments;
  assert.deepEqual([path, method, body], ["/api/x", "POST", '{"cell":[0,1]}']);
  assert.equal(headers["content-type"], "application/json");
});

test("errors are shown as sentences, but for what the visitor aborted", () => {
  const shown = [];
  report(new Refusal("no such game"), (notice) => shown.push(notice));
  report(new DOMException("gone", "AbortError"), (notice) => shown.push(notice));
  assert.deepEqual(shown, [{ words: "No such game.", kind: "trouble" }]);
  const log = mock.method(console, "error", () => {}).mock;
  assert.match(messageOf(new TypeError("a bug")), /^Something went wrong/);
  assert.equal(log.callCount(), 1);
});

/** The states shown while a stream is followed; `frame()` lets what waits for a frame happen. */
function followed(response) {
  const waiting = [];
  const shown = [];
  globalThis.requestAnimationFrame = (act) => waiting.push(act);
  answering(response);
  const after = (state, name, data) => ({ ...state, seen: [...state.seen, data] });
  const done = follow("/api/x", { seen: [] }, after, (state) => shown.push(state));
  return { done, shown, frame: () => waiting.splice(0).forEach((act) => act()) };
}

test("events of one frame are shown together, and the end with them", async () => {
  const { done, shown, frame } = followed(inPieces("data: 1\n\ndata: 2\n\n"));
  assert.deepEqual(shown, [{ seen: [], live: true, trouble: null }]);
  await done;
  assert.equal(shown.length, 1);
  frame();
  assert.deepEqual(shown.slice(1), [{ seen: [1, 2], live: false, trouble: null }]);
  frame();
  assert.equal(shown.length, 2);
});

test("what was heard stays when a stream is refused, and its reason is shown", async () => {
  const { done, shown, frame } = followed(inPieces('data: 1\n\nevent: refused\ndata: {"error": "no"}\n\n'));
  await done;
  frame();
  assert.deepEqual(shown.at(-1), { seen: [1], live: false, trouble: "No." });
});
