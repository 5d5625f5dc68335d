import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf, Refusal } from "../../src/sapper_workbench/web/page/app/api.js";
import { clock, counted, duration, figure, percent, plural, sentence, titleOf } from "../../src/sapper_workbench/web/page/app/format.js";

test("a message becomes one sentence, whatever it lacks", () => {
  const cases = {
    "bk.pl: expected a clause": "bk.pl: expected a clause.",
    "analysis= has 0 characters": "analysis= has 0 characters.",
    "  a full stop ": "A full stop.",
    "has one.": "Has one.",
    "is it?": "Is it?",
    "waiting …": "Waiting …",
    "he said “no.”": "He said “no.”",
    "[1, 2] is safe": "[1, 2] is safe.",
    "": "",
  };
  for (const [words, whole] of Object.entries(cases)) assert.equal(sentence(words), whole);
  assert.equal(sentence(undefined), "");
});

test("0% and 100% are only shown where they are certain", () => {
  assert.deepEqual([0, 0.001, 0.25, 0.999, 1].map((p) => percent(p)), ["0%", "<1%", "25%", "99%", "100%"]);
  assert.deepEqual([0, 0.001, 0.25, 0.999, 1].map(figure), ["0", "<1", "25", "99", "100"]);
  assert.deepEqual([0.0004, 0.25, 0.9996].map((p) => percent(p, 1)), ["<0.1%", "25.0%", "99.9%"]);
  assert.equal(percent(null), "unknown");
});

test("nouns agree with their counts", () => {
  assert.deepEqual([0, 1, 2].map((n) => plural(n, "mine", "mines")), ["0 mines", "1 mine", "2 mines"]);
  assert.deepEqual([0, 1, 2].map((n) => counted(n, "hint", "hints")), ["no hints", "1 hint", "2 hints"]);
  assert.equal(plural("1,000", "layout", "layouts"), "1,000 layouts");
});

test("a time span has the unit that suits it", () => {
  const spans = {
    0.0000004: "1 µs",
    0.00025: "250 µs",
    0.0009996: "1.0 ms",
    0.0042: "4.2 ms",
    0.25: "250 ms",
    0.9996: "1.0 s",
    7.04: "7.0 s",
    59.96: "1 min 0 s",
    61: "1 min 1 s",
    119.7: "2 min 0 s",
  };
  for (const [seconds, words] of Object.entries(spans)) {
    assert.equal(duration(Number(seconds)).replace("\u00a0", " "), words);
  }
  assert.equal(duration(0), "");
  assert.equal(duration(null), "");
});

test("a clock has two digits for the seconds", () => {
  assert.deepEqual([0, 9.99, 60, 3725].map(clock), ["0:00", "0:09", "1:00", "62:05"]);
});

test("a field that the server refuses is named as what it is", () => {
  const refused = new Refusal("'level': expected beginner or expert, got 'easy'", 400);
  assert.equal(messageOf(refused), "'easy' is not a valid level: expected beginner or expert.");
});

test("a level, a size, a world or the board of a day has a title that can be read", () => {
  const titles = {
    beginner: "Beginner",
    beginner8: "Beginner 8×8",
    "1x3x1": "1×3, 1 mine",
    "20x20x80": "20×20, 80 mines",
    "daily-2026-11-27": "Daily",
    corridor: "Corridor",
  };
  for (const [name, title] of Object.entries(titles)) assert.equal(titleOf(name), title);
});
