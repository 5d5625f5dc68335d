// Learned rules in English: only those whose clause says what the sentence says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ruleWords } from "../../src/sapper_workbench/web/page/app/machine/english.js";

const ZONE = "zoneOfInterest(A,B,C), setHasXMines(D,B,C,E)";

test("a rule about one clue is a sentence", () => {
  assert.match(ruleWords(`safe(A,B) :- ${ZONE}, inSet(A,E), minesInSet(E,0).`), /^If a clue already touches as many mines as it counts/);
  assert.match(ruleWords(`mine(A,B) :- ${ZONE}, inSet(A,E), minesInSet(E,F), lengthSet(E,F).`), /all of them are mines/);
  assert.equal(ruleWords(`mine(A,B) :- ${ZONE}, inSet(A,E), minesInSet(E,F), lengthSet(D,F).`), null);
});

test("two clues need one difference", () => {
  const two = `${ZONE}, setHasXMines(F,B,C,G)`;
  assert.match(ruleWords(`safe(A,B) :- ${two}, diffSetHasXMines(G,E,H), inSet(A,H), minesInSet(H,0).`), /^If two clues/);
  assert.equal(ruleWords(`safe(A,B) :- ${two}, inSet(A,G), minesInSet(G,0).`), null);
});

test("what the sentences do not cover has none", () => {
  assert.equal(ruleWords(`safe(A,B) :- ${ZONE}, inSet(A,E), minesInSet(E,1).`), null);
  assert.equal(ruleWords(`mine(A,B) :- ${ZONE}, inSet(A,E), minesInSet(E,0).`), null);
  assert.equal(ruleWords(`safe(A,B) :- totalMinesLeft(B,0), ${ZONE}, inSet(A,E), minesInSet(E,0).`), null);
  assert.equal(ruleWords("grandparent(A,B) :- parent(A,C), parent(C,B)."), null);
});
