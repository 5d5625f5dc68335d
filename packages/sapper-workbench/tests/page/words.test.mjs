import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersOf } from "../../src/sapper_workbench/web/page/app/board/letters.js";
import { Clause, Words } from "../../src/sapper_workbench/web/page/app/parts/reasons.js";
import { elementsOf, textOf } from "./tools.mjs";

test("every name of a cell in a text is a button that lights that cell", () => {
  const lit = [];
  const words = Words({ text: "The 1 at [6, 14] touches [5,13].", onLit: (cell) => lit.push(cell) });
  const buttons = elementsOf(words).filter(({ type }) => type === "button");
  assert.deepEqual(buttons.map(textOf), ["[6, 14]", "[5, 13]"]);
  for (const { props } of buttons) {
    props.onMouseEnter();
    props.onMouseLeave();
  }
  assert.deepEqual(lit, [[6, 14], null, [5, 13], null]);
});

test("the text itself is not changed", () => {
  const text = "It is 5% at [0, 1], 10% elsewhere, [0, 1, 2] and [a, b]";
  for (const onLit of [undefined, () => {}]) {
    assert.equal(textOf(Words({ text, onLit })), text);
  }
});

test("a cell with a letter is called by it, which still lights it", () => {
  const lit = [];
  const letters = lettersOf(["the 1 at [6, 14] and the 2 at [5, 13]"], [[9, 9]]);
  const text = "The 1 at [6, 14] and the 2 at [5, 13] rule out a mine at [9, 9], not at [0, 0].";
  const words = Words({ text, letters, onLit: (cell) => lit.push(cell) });
  assert.equal(textOf(words), "The 1 at B and the 2 at C rule out a mine at A, not at [0, 0].");
  const [first] = elementsOf(words).filter(({ type }) => type === "button");
  first.props.onFocus();
  first.props.onBlur();
  assert.deepEqual(lit, [[6, 14], null]);
  assert.deepEqual([first.props.title, first.props["aria-label"]], ["[6, 14]", "cell B, [6, 14]"]);
});

const MANY = [
  "The 5 at [1, 1] needs five: [0, 0], [0, 1], [0, 2], [0, 3] and [0, 4].",
  "[2, 0], [2, 1], [2, 2] and [2, 3] are safe. One is in [3, 0] or [3, 1].",
  "The 2 at [4, 4] touches [0, 4]. It also touches [2, 0], [2, 1], [2, 2] and [2, 3].",
];

test("of many cells, those that are always named together share a letter", () => {
  const letters = lettersOf(MANY, [[9, 9]]);
  const said = MANY.map((text) => textOf(Words({ text, letters, onLit: () => {} })));
  assert.deepEqual(said, [
    "The 5 at B needs five: the cells C and D.",
    "The cells E are safe. One is in one of the cells F.",
    "The 2 at G touches D. It also touches the cells E.",
  ]);
  assert.deepEqual([...new Set(letters.values())].join(""), "ABCDEFG");
});

test("a clause has one literal per line, and commas in brackets end none", () => {
  const shown = textOf(Clause({ text: "safe(A) :- zone(A, B), mines(B, 0)." }));
  assert.equal(shown, "safe(A) ←\n  zone(A, B)\n  mines(B, 0)");
  assert.equal(textOf(Clause({ text: "safe(A)." })), "safe(A)");
});
