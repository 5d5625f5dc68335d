import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  bindingsNow,
  handlerOf,
  setBindings,
  listenForKeys,
  rebind,
  takenBy,
  nameOf,
  shownKeys,
  titled,
} from "../../src/sapper_workbench/web/page/app/keys.js";
import { eventOf } from "./tools.mjs";

const TABLE = [
  { name: "left", keys: ["ArrowLeft", "h"], group: "board", help: "move left" },
  { name: "hint", keys: ["h"], group: "play", help: "a hint" },
  { name: "go", keys: [" "], group: "watch", help: "play or pause" },
  { name: "help", keys: ["?"], group: "all", help: "help" },
];

/** An element inside others: closest() finds the selectors that name one of them. */
const inside = (...names) => ({
  closest: (selector) => names.some((name) => selector.split(/, */).includes(name)) || null,
});

beforeEach(() => setBindings(TABLE));

test("a key belongs to the first binding of the groups asked for", () => {
  assert.equal(nameOf({ key: "h" }, ["play"]), "hint");
  assert.equal(nameOf({ key: "h" }, ["board", "play"]), "left");
  assert.equal(nameOf({ key: "h" }, ["watch"]), undefined);
});

test("keys of the browser and the system are left alone", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"]) {
    assert.equal(nameOf({ key: "h", [held]: true }, ["play"]), undefined);
  }
  assert.equal(nameOf({ key: "?", shiftKey: true }, ["all"]), "help");
});

test("tooltips name the key of a control, where it has one", () => {
  assert.equal(titled("Hint", "play", "hint"), "Hint (h)");
  assert.equal(titled("Left", "board", "left"), "Left (←, h)");
  assert.equal(titled("Hint", "watch", "hint"), "Hint");
  assert.equal(titled("Flags", undefined, undefined), "Flags");
  assert.deepEqual(shownKeys({ keys: [" ", "Escape", "x"] }), ["Space", "Esc", "x"]);
});

test("no handler is called while a field or a dialog needs the key", () => {
  const latest = { groups: ["play", "watch"], handlers: { hint: () => {}, go: () => {} } };
  const found = (key, target, fields = {}) => handlerOf({ key, target, ...fields }, latest);
  assert.equal(found("h", inside("main")), latest.handlers.hint);
  assert.equal(found("h", null), latest.handlers.hint);
  assert.equal(found("h", inside("textarea")), undefined);
  assert.equal(found("h", inside("dialog")), undefined);
  assert.equal(found("h", inside("button")), latest.handlers.hint);
  assert.equal(found(" ", inside("button")), undefined);
  assert.equal(found(" ", inside("main")), latest.handlers.go);
  assert.equal(found("h", inside("main"), { defaultPrevented: true }), undefined);
});

test("handlers are called as they are now, until listening ends", () => {
  globalThis.window = new EventTarget();
  const called = [];
  const latest = { current: { groups: ["play"], handlers: { hint: () => called.push("old") } } };
  const end = listenForKeys(latest);
  latest.current = { groups: ["play"], handlers: { hint: () => called.push("new") } };
  const event = eventOf("keydown", { key: "h" });
  window.dispatchEvent(event);
  assert.deepEqual([called, event.defaultPrevented], [["new"], true]);
  const other = eventOf("keydown", { key: "?" });
  window.dispatchEvent(other);
  assert.equal(other.defaultPrevented, false);
  end();
  window.dispatchEvent(eventOf("keydown", { key: "h" }));
  assert.deepEqual(called, ["new"]);
});

test("help lists the bindings that have a handler now, in the table's order", () => {
  globalThis.window = new EventTarget();
  const listening = (groups, handlers) => listenForKeys({ current: { groups, handlers } });
  assert.equal(bindingsNow().size, 0);
  const ends = [listening(["all"], { help: () => {} }), listening(["play"], { hint: () => {} })];
  assert.deepEqual([...bindingsNow().keys()], ["play", "all"]);
  assert.deepEqual(bindingsNow().get("play"), [TABLE[1]]);
  const others = listening(["board"], { hint: () => {} }); // no binding of this group has the name
  assert.deepEqual([...bindingsNow().values()].flat(), [TABLE[1], TABLE[3]]);
  others();
  for (const end of ends) end();
  assert.equal(bindingsNow().size, 0);
});

test("a visitor's own keys take the place of the usual ones until they are given up", () => {
  rebind({ "play hint": ["j"] });
  assert.equal(nameOf({ key: "j" }, ["play"]), "hint");
  assert.equal(nameOf({ key: "h" }, ["play"]), undefined);
  assert.equal(titled("Hint", "play", "hint"), "Hint (j)");
  assert.equal(takenBy("j", ["play", "all"]).name, "hint");
  rebind({});
  assert.equal(nameOf({ key: "h" }, ["play"]), "hint");
});
