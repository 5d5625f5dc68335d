import assert from "node:assert/strict";
import { test } from "node:test";
import * as glyphs from "../../src/sapper_workbench/web/page/app/board/glyphs.js";

/** A canvas context that records the boxes of what is drawn, and the texts. */
function recorder() {
  const points = [];
  const texts = [];
  const at = (...pairs) => points.push(...pairs);
  const ctx = {
    fillRect: (x, y, w, h) => at([x, y], [x + w, y + h]),
    roundRect: (x, y, w, h) => at([x, y], [x + w, y + h]),
    arc: (x, y, r) => at([x - r, y - r], [x + r, y + r]),
    moveTo: (x, y) => at([x, y]),
    lineTo: (x, y) => at([x, y]),
    fillText: (text, x, y) => {
      texts.push({ text: String(text), colour: ctx.fillStyle, font: parseFloat(ctx.font.slice(4)) });
      at([x, y]);
    },
  };
  for (const name of ["beginPath", "closePath", "fill", "stroke", "setLineDash"]) ctx[name] = () => {};
  return { ctx, points, texts };
}

const LOOK = {
  sans: "sans-serif",
  clues: ["ink", "blue", "green", "red", "navy", "brown", "teal", "black", "grey"],
  gold: "gold",
  ink: "ink",
};
const SIZES = [3, 8, 16, 24, 104];

function drawn(draw, x, y, size) {
  const record = recorder();
  draw({ ctx: record.ctx, look: LOOK, x, y, size });
  return record;
}

const ALL = {
  tile: (square) => glyphs.tile(square, "fill", "edge"),
  floor: (square) => glyphs.floor(square, "fill"),
  tick: (square) => glyphs.tick(square, "ink"),
  cross: (square) => glyphs.cross(square, "ink"),
  corners: (square) => glyphs.corners(square, "ink"),
  frame: (square) => glyphs.frame(square, "ink", 1),
};
for (const code of ["0", "1", "8", "F", "*", "G", "G+1", "#", "2+1", "3+2", "0+1", "12"]) {
  ALL[`symbol ${code}`] = (square) => glyphs.symbol(square, code);
}

for (const [name, draw] of Object.entries(ALL)) {
  test(`${name} stays inside its cell, and moves and grows with it`, () => {
    for (const size of SIZES) {
      const { points } = drawn(draw, 100, 200, size);
      for (const [x, y] of points) {
        assert.ok(x >= 100 && x <= 100 + size, `x = ${x} in a cell of ${size}`);
        assert.ok(y >= 200 && y <= 200 + size, `y = ${y} in a cell of ${size}`);
      }
      const moved = drawn(draw, 107, 195, size).points;
      const back = moved.map(([x, y]) => [x - 7, y + 5]);
      const near = (one, other) => one.every((value, i) => Math.abs(value - other[i]) < 1e-9);
      assert.ok(points.every((point, i) => near(point, back[i])));
    }
  });
}

test("a clue is its digit in its colour, a zero is nothing", () => {
  const texts = (code) => drawn(ALL[`symbol ${code}`], 0, 0, 24).texts;
  assert.deepEqual(texts("0"), []);
  assert.deepEqual(texts("1").map(({ text, colour }) => [text, colour]), [["1", "blue"]]);
  assert.equal(texts("12")[0].colour, "ink"); // more than eight neighbours
});

test("a clue beside gold has a sign, and a count from two", () => {
  const texts = (code) => drawn(ALL[`symbol ${code}`], 0, 0, 24).texts.map(({ text }) => text);
  assert.deepEqual(texts("2+1"), ["2"]);
  assert.deepEqual(texts("3+2"), ["3", "2"]);
  assert.deepEqual(texts("0+1"), ["0"]);
});

test("numbers of two digits are smaller, so that they fit", () => {
  const [one] = drawn(ALL["symbol 1"], 0, 0, 24).texts;
  const [twelve] = drawn(ALL["symbol 12"], 0, 0, 24).texts;
  assert.ok(twelve.font < one.font);
});

test("a badge lies in the upper right corner, and its text can be read", () => {
  const draw = (square) => glyphs.badge(square, 7, "fill", "ink");
  const { points, texts } = drawn(draw, 0, 0, 24);
  assert.ok(points.every(([x, y]) => x >= 12 && x <= 24 && y >= 0 && y <= 12));
  assert.deepEqual([texts[0].text, texts[0].colour], ["7", "ink"]);
});
