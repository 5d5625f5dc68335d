import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, Curve, linear, ticks } from "../../src/sapper_workbench/web/page/app/parts/figures.js";
import { elementsOf, textOf } from "./tools.mjs";

const CURVE = [
  { step: 3, chance: null },
  { step: 4, chance: 0.5 },
  { step: 6, chance: 1 },
  { step: 14, chance: 0 },
];
const only = (elements, kind) => elements.filter(({ props }) => props.class === kind);

test("a scale maps its ends, what lies between, and back", () => {
  const x = linear([4, 14], [42, 332]);
  assert.deepEqual([x(4), x(9), x(14)], [42, 187, 332]);
  const back = linear([42, 332], [4, 14]);
  for (const value of [4, 5.5, 14, 20]) assert.ok(Math.abs(back(x(value)) - value) < 1e-9);
});

test("ticks are round, begin at 0 and end below the most", () => {
  for (const most of [0.01, 0.1, 0.2, 0.21, 0.5, 0.51, 1]) {
    const found = ticks(most);
    assert.equal(found[0], 0);
    assert.ok(found.at(-1) <= most + 1e-9 && found.length <= 6);
    for (const tick of found) assert.ok(Math.abs(tick * 20 - Math.round(tick * 20)) < 1e-9);
  }
});

test("labels of a plot never overlap, and the first ones stay", () => {
  const y = linear([0, 10], [108, 8]);
  assert.deepEqual(apart([5, 0, 10], y), [5, 0, 10]);
  assert.deepEqual(apart([9.5, 0, 10], y), [9.5, 0]);
  assert.deepEqual(apart([10, 0, 10], y), [10, 0]);
});

test("a curve leaves out what is unknown, and is high where the chance is", () => {
  const elements = elementsOf(Curve({ curve: CURVE, label: "chance" }));
  const points = only(elements, "plot-line")[0].props.points.split(" ").map((each) => each.split(",").map(Number));
  assert.equal(points.length, 3);
  const [[x1, half], [x2, whole], [x3, none]] = points;
  assert.ok(x1 < x2 && x2 < x3 && x2 - x1 < x3 - x2);
  assert.ok(whole < half && half < none);
  assert.ok(textOf(Curve({ curve: CURVE })).includes("move 4"));
  assert.equal(Curve({ curve: [{ step: 1, chance: null }] }), null);
});

test("guesses are dots on the curve, red if avoidable", () => {
  const dots = [{ step: 6, words: "10% risk", good: true }, { step: 14, words: "50% risk", good: false }];
  const elements = elementsOf(Curve({ curve: CURVE, dots }));
  assert.equal(only(elements, "plot-dot").length, 1);
  assert.equal(textOf(only(elements, "plot-dot plot-dot-bad")[0]), "50% risk");
});

test("the step shown is marked while the curve has it, and a click goes to the step there", () => {
  const now = (at) => only(elementsOf(Curve({ curve: CURVE, at })), "plot-now").length;
  assert.deepEqual([3, 4, 14, 15, null].map(now), [0, 1, 1, 0, 0]);
  const steps = [];
  const [svg] = elementsOf(Curve({ curve: CURVE, onStep: (step) => steps.push(step) }));
  const currentTarget = { getBoundingClientRect: () => ({ left: 100, width: 680 }) }; // twice its size
  for (const x of [42, 187, 332, 0, 340]) svg.props.onClick({ currentTarget, clientX: 100 + 2 * x });
  assert.deepEqual(steps, [4, 9, 14, 4, 14]);
});
