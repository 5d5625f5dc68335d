import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHOICE } from "../../src/sapper_workbench/web/page/app/choice.js";
import { isFollowed, nextFields, NOTHING, replaces, watchAfter } from "../../src/sapper_workbench/web/page/app/watch/game.js";

const ABOUT = {
  levels: [{ name: "beginner", width: 9, height: 9, mines: 10 }, { name: "expert", width: 30, height: 16, mines: 99 }],
  worlds: ["easy"],
};
const START = { ...NOTHING, choice: FIRST_CHOICE, recipe: "swift", against: "", risks: false };
const LINK = { type: "follow", given: { player: "csp", level: "expert" }, followed: "player=csp&level=expert", about: ABOUT };

test("a link brings its player and board, and a broken one gives back what was chosen before", () => {
  const linked = watchAfter({ ...START, finds: true }, LINK);
  assert.deepEqual([linked.recipe, linked.choice.level, linked.finds], ["csp", "expert", false]);
  assert.equal(linked.forms, 1);
  const refused = watchAfter(linked, { type: "refuse" });
  assert.deepEqual([refused.recipe, refused.choice], ["swift", FIRST_CHOICE]);
});

test("what the visitor starts after a link is their own choice, which no refusal undoes", () => {
  const own = watchAfter(watchAfter(START, LINK), { type: "begin", finds: true });
  assert.deepEqual([own.followed, own.own, own.finds], [null, null, true]);
  assert.equal(watchAfter(own, { type: "refuse" }), own);
});

test("a game that begins takes the notice away, and nothing changes the state before", () => {
  const noticed = watchAfter(START, { type: "set", fields: { notice: { words: "Stop." } } });
  assert.equal(watchAfter(noticed, { type: "begin", finds: false }).notice, null);
  assert.deepEqual([START.notice, noticed.notice], [null, { words: "Stop." }]);
});

test("other players play on the board before, unless another board was chosen", () => {
  const dealt = { player: "swift", level: "beginner", first: "opening", seed: 5, number: null };
  const other = { ...START, recipe: "csp" };
  assert.equal(nextFields(other, ABOUT, dealt, false).seed, 5);
  assert.equal(nextFields(START, ABOUT, dealt, false).seed, undefined);
  const larger = { ...other, choice: { ...FIRST_CHOICE, level: "expert" } };
  assert.equal(nextFields(larger, ABOUT, dealt, false).seed, undefined);
  assert.equal(nextFields(START, ABOUT, null, false).level, "beginner");
});

test("moves are found in the game of one player", () => {
  const two = { ...START, against: "csp" };
  assert.deepEqual([false, true].map((finds) => nextFields(two, ABOUT, null, finds).against), ["csp", ""]);
});

test("a link's address is replaced by that of its game, unless the visitor went on", () => {
  const linked = watchAfter(START, LINK);
  assert.ok(isFollowed(linked, new URLSearchParams(LINK.followed)));
  assert.ok(!isFollowed(linked, new URLSearchParams("player=sat")));
  assert.deepEqual([replaces(linked, "#watch?player=csp"), replaces(START, "#watch?player=csp"), replaces(START, "#watch")], [true, false, true]);
});
