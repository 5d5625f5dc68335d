import assert from "node:assert/strict";
import { test } from "node:test";
import { recordValue } from "../../src/sapper_workbench/web/page/app/history/statistics.js";
import { clearWords } from "../../src/sapper_workbench/web/page/app/views/compare.js";
import { gradesOf, linkWords } from "../../src/sapper_workbench/web/page/app/history/list.js";

test("a board without a link says why, and one with a link what it gives away", () => {
  const repaired = { link: null, known: false, first: "opening", no_guess: true };
  assert.match(linkWords(repaired), /no link .* mines were moved so that it needs no guess/);
  assert.match(linkWords({ ...repaired, known: true }), /no link to this board, because you may have known it already/);
  assert.match(linkWords({ ...repaired, no_guess: false }), /no seed deals it/);
  const linked = { ...repaired, link: "#play?seed=3" };
  assert.match(linkWords(linked), /does not show the mines.* same first click/);
  assert.doesNotMatch(linkWords({ ...linked, first: "any" }), /first click/);
});

test("guesses are counted by grade, in the plural where there are more", () => {
  const found = gradesOf({ best: 2, fine: 0, inaccuracy: 2, mistake: 1, blunder: 3 });
  assert.equal(found.replaceAll("\u00a0", " "), "2 best, 2 inaccuracies, 1 mistake, 3 blunders");
});

test("records have the form of their figure", () => {
  const values = [["time", 83.41], ["streak", 1], ["efficiency", 0.987]].map(([name, value]) => recordValue({ name, value }));
  assert.deepEqual(values, ["1:23.41", "1 win", "0.99"]);
});

test("a comparison says in words which differences are clear", () => {
  const pair = (a, b, difference, p_value) => ({ a, b, difference, p_value });
  assert.equal(clearWords([pair("x", "y", 0.02, 0.4)]), "No clear difference between these players.");
  assert.equal(
    clearWords([pair("x", "y", -0.123, 0.001), pair("x", "z", 0.01, 0.9)]).toLowerCase(),
    "y wins 12.3 more games in 100 than x; no other difference is clear.",
  );
});
