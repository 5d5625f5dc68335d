import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, filtered, gameAddress } from "../../src/sapper_workbench/web/page/app/compare/games.js";
import { matchAfter } from "../../src/sapper_workbench/web/page/app/compare/match.js";

const row = (player, wins = 1) => ({ player, games: 2, wins, win_rate: wins / 2, interval: [0, 1] });
const CONTESTS = [
  {
    title: "beginner, first safe",
    level: "beginner",
    first: "safe",
    width: 9,
    height: 9,
    mines: 10,
    seed: 3,
    players: [row("swift"), row("csp"), row("=cmd, \"x\"", 0)],
    pairs: [{ a: "swift", b: "csp" }, { a: "swift", b: "=cmd, \"x\"" }],
    trends: [],
  },
  { title: "", level: "expert", first: "safe", players: [row("swift")], pairs: [], trends: [] },
];
const names = (contests) => contests.map(({ players }) => players.map(({ player }) => player));

test("every word of a filter has to occur in the player or the board", () => {
  assert.deepEqual(names(filtered(CONTESTS, "")), names(CONTESTS));
  assert.deepEqual(names(filtered(CONTESTS, "SWIFT")), [["swift"], ["swift"]]);
  assert.deepEqual(names(filtered(CONTESTS, " swift  expert ")), [["swift"]]);
  assert.deepEqual(filtered(CONTESTS, "nobody"), []);
  assert.deepEqual(filtered(CONTESTS, "swift")[0].pairs, []);
  assert.equal(filtered(CONTESTS, "beginner")[0].pairs.length, 2);
});

test("a file has a line for each player, and no name is taken for a formula", () => {
  const [head, ...lines] = csvOf(CONTESTS).trimEnd().split("\n");
  assert.equal(head.split(",").length, 15);
  assert.equal(lines.length, 4);
  assert.equal(lines[0], '"beginner, first safe",beginner,9,9,10,safe,3,swift,2,1,0.5,0,1,,');
  assert.match(lines[2], /,"'=cmd, ""x""",/);
});

test("a game is played again from its seed and number, unless its deals are of a file", () => {
  const [contest] = CONTESTS;
  assert.equal(
    gameAddress(contest, "limited(splits=2)", 7),
    "#watch?player=limited%28splits%3D2%29&width=9&height=9&mines=10&first=safe&seed=3&number=7",
  );
  assert.equal(gameAddress({ ...contest, deals: "deals.txt" }, "csp", 7), null);
  assert.equal(gameAddress({ ...contest, grid: "hex" }, "csp", 7), null);
});

test("a match has its progress, then its result", () => {
  const state = { progress: null, ends: [3, 2, 1].map((report) => ({ report })) };
  assert.deepEqual(matchAfter(state, "progress", { done: 1 }).progress, { done: 1 });
  assert.equal(matchAfter(state, "waiting", { before: 2 }).before, 2);
  const ended = matchAfter(state, "end", { report: 4 });
  assert.deepEqual(ended.ends.map(({ report }) => report), [4, 3, 2]);
  assert.equal(ended.begun, false);
  assert.equal(matchAfter(state, "news", {}), state);
});
