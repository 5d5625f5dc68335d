import assert from "node:assert/strict";
import { test } from "node:test";
import { query } from "../../src/sapper_workbench/web/page/app/api.js";
import { examine, go, routeOf, sharedLink } from "../../src/sapper_workbench/web/page/app/route.js";
import { recall, remember } from "../../src/sapper_workbench/web/page/app/storage.js";
import { boardOf } from "./tools.mjs";

const parts = (hash) => {
  const { view, argument, fields } = routeOf(hash);
  return [view, argument, Object.fromEntries(fields)];
};

test("an address is a view, an argument and fields, each of which may be missing", () => {
  assert.deepEqual(parts(""), ["", "", {}]);
  assert.deepEqual(parts("#play"), ["play", "", {}]);
  assert.deepEqual(parts("#/play/ab12"), ["play", "ab12", {}]);
  assert.deepEqual(parts("#watch?player=a+%3E+b&seed=3"), ["watch", "", { player: "a > b", seed: "3" }]);
  assert.deepEqual(parts("#compare/a%2Fb/c"), ["compare", "a/b/c", {}]);
  assert.deepEqual(parts("#compare/100%"), ["compare", "100%", {}]);
});

test("a query has the fields that are given, and comes back from the address", () => {
  const fields = { player: "csp > mio(only=a+b)", seed: 0, number: null, level: "" };
  assert.deepEqual(parts(`#watch?${query(fields)}`)[2], { player: "csp > mio(only=a+b)", seed: "0" });
});

test("a share link is recognised by its fields", () => {
  for (const [search, found] of [["?analysis=x", true], ["?b=1&m=2", true], ["?token=x", false], ["", false]]) {
    globalThis.location = { search };
    assert.equal(sharedLink(), found ? search : null);
  }
});

test("a change of the address that is no visit adds no entry to the history", () => {
  const replaced = [];
  globalThis.location = { pathname: "/", search: "?a", hash: "" };
  globalThis.history = { replaceState: (_, __, to) => replaced.push(to) };
  go("play/1", true);
  assert.deepEqual([replaced, location.hash], [["/?a#play/1"], ""]);
  go("watch");
  assert.equal(location.hash, "watch");
});

test("a board is handed to Analyse as position text, and storage may be forbidden", () => {
  globalThis.location = { hash: "" };
  const stored = new Map();
  globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
  };
  examine(boardOf(["H1"]));
  assert.deepEqual([recall("position", ""), location.hash], ["2x1x1\nH1", "analyse"]);
  assert.equal(recall("other", 5), 5);
  stored.set("sapper.broken", "{");
  assert.equal(recall("broken", 5), 5);
  globalThis.localStorage = undefined;
  remember("position", "x");
  assert.equal(recall("position", 5), 5);
});
