import assert from "node:assert/strict";
import { test } from "node:test";
import { numbersOf } from "../../src/sapper_workbench/web/page/app/board/scene.js";
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

test("a cell with a number is named by its sign, which still lights it", () => {
  const lit = [];
  const numbers = numbersOf({ cell: [9, 9], reason: "the 1 at [6, 14] and the 2 at [5, 13]" });
  const text = "The 1 at [6, 14] and the 2 at [5, 13] rule out a mine at [9, 9], not at [0, 0].";
  const words = Words({ text, numbers, onLit: (cell) => lit.push(cell) });
  assert.equal(textOf(words), "The 1 ② and the 2 ③ rule out a mine at ①, not at [0, 0].");
  const [first] = elementsOf(words).filter(({ type }) => type === "button");
  first.props.onFocus();
  first.props.onBlur();
  assert.deepEqual(lit, [[6, 14], null]);
  assert.deepEqual([first.props.title, first.props["aria-label"]], ["[6, 14]", "cell 2, [6, 14]"]);
});

test("a clause has one literal per line, and commas in brackets end none", () => {
  const shown = textOf(Clause({ text: "safe(A) :- zone(A, B), mines(B, 0)." }));
  assert.equal(shown, "safe(A) ←\n  zone(A, B)\n  mines(B, 0)");
  assert.equal(textOf(Clause({ text: "safe(A)." })), "safe(A)");
});
