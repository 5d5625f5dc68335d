import assert from "node:assert/strict";
import { test } from "node:test";
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
