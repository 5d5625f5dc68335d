import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewAfter } from "../../src/sapper_workbench/web/page/app/parts/review.js";

const EMPTY = { guesses: [], slips: [], curve: [], summary: [], notes: [] };
const START = { review: EMPTY, whole: false, progress: null, exercise: null };

test("a review grows from the end of the game, and is in the order of play", () => {
  const heard = [
    ["chances", [{ step: 9 }, { step: 8 }]],
    ["guess", { step: 8 }],
    ["progress", { done: 2, of: 10 }],
    ["chances", [{ step: 7 }]],
    ["slip", { step: 7 }],
    ["chances", [{ step: 6 }, { step: 5 }]],
    ["guess", { step: 5 }],
  ];
  const { review, whole, progress } = heard.reduce((state, [name, data]) => reviewAfter(state, name, data), START);
  assert.deepEqual(review.guesses.map(({ step }) => step), [5, 8]);
  assert.deepEqual(review.slips.map(({ step }) => step), [7]);
  assert.deepEqual(review.curve.map(({ step }) => step), [5, 6, 7, 8, 9]);
  assert.deepEqual([whole, progress.done], [false, 2]);
  assert.deepEqual(EMPTY.curve, []);
});

test("the whole review replaces what was heard before, and keeps its exercise", () => {
  const exercise = { tasks: [], at: 0 };
  const review = { ...EMPTY, guesses: [{ step: 3 }] };
  const heard = reviewAfter(reviewAfter(START, "exercise", exercise), "review", review);
  assert.equal(heard.review, review);
  assert.equal(heard.exercise, exercise);
  assert.ok(heard.whole);
});
