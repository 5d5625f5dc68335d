import assert from "node:assert/strict";
import { test } from "node:test";
import { unflagged } from "../../src/sapper_workbench/web/page/app/board/position.js";
import { Counters, hasGold } from "../../src/sapper_workbench/web/page/app/parts/around.js";
import { boardOf, elementsOf, textOf } from "./tools.mjs";

/** What the line over a board shows, without the space between. */
const shown = (board) =>
  textOf(Counters({ board })).replace(/\s+/g, " ").trim();

test("the counter is the mines without a flag or an open mine", () => {
  assert.equal(unflagged(boardOf(["HFF", "*HH"], { mines: 5, mines_left: 4 })), 2);
});

test("more flags than mines count below 0, a game won has none left", () => {
  const flags = boardOf(["FF1"], { mines: 1 });
  assert.equal(unflagged(flags), -1);
  assert.equal(unflagged({ ...boardOf(["H1"]), outcome: "won" }), 0);
  assert.equal(unflagged({ ...boardOf(["*1"], { mines_left: 0 }), outcome: "lost" }), 0);
});

test("lives are counted where there are several, or gold", () => {
  const board = boardOf(["HH"], { lives_left: 3 });
  assert.equal(shown(board), "1 mines left");
  for (const rules of [{ lives: 3 }, { signs: "marks" }]) {
    assert.ok(hasGold({ rules }));
    assert.equal(shown({ ...board, rules }), "1 mines left3 lives");
  }
  for (const rules of [undefined, {}, { lives: 1, signs: "none" }]) {
    assert.ok(!hasGold({ rules }));
  }
});

test("glyphs are for the eye only, units for the ear only", () => {
  const elements = elementsOf(Counters({ board: boardOf(["HH"]), start: "won" }));
  const classes = (name) => elements.filter(({ props }) => props.class?.includes(name));
  assert.equal(classes("glyph")[0].props["aria-hidden"], "true");
  assert.equal(textOf(classes("unseen")[0]), "mines left");
  assert.equal(textOf(classes("counters-start")[0]), "won");
});
