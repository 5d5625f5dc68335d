import assert from "node:assert/strict";
import { test } from "node:test";
import { believedAfter, withQuestion } from "../../src/sapper_workbench/web/page/app/views/believe.js";

test("one more question is asked after the others, at its level if it has one", () => {
  assert.equal(withQuestion("know p\n\n", " p ", ""), "know p\nask p\n");
  assert.equal(withQuestion("know p", "p", "inf"), "know p\nask p at inf\n");
  assert.equal(withQuestion("know p", "  ", "1"), "know p");
});

test("answers gather in their order, then it is known whether the knowledge is consistent", () => {
  const events = [["answer", 1], ["waiting", { before: 1 }], ["answer", 2], ["consistent", false]];
  const end = events.reduce((state, [name, data]) => believedAfter(state, name, data), { answers: [], consistent: null });
  assert.deepEqual(end, { answers: [1, 2], consistent: false });
});
