// The answer to why a cell of the position is certain or a guess.

import { useEffect, useLayoutEffect, useState } from "../preact.js";
import { faultsOf, indices, marksOf } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { useWalk, useWhy } from "../parts/walk.js";

/**
 * The `answer` shown, which is `{cell, why}`, "suggestion", or `first`, which each position begins with;
 * `ask(cell)` and `setAnswer` change it. `walk` goes through its explanation. For a guess, `guessed` are
 * two layouts, `layout` says which of them is shown, and `supposed` are its mines.
 * @param {any} [first]
 */
export function useAnswer(editor, analysis, first = null) {
  const { board } = editor;
  const [answer, setAnswer] = useState(first);
  const [layout, setLayout] = useState(null);
  useLayoutEffect(() => setAnswer(first), [board]); // before a click on the new board
  const asked = answer === "suggestion" ? analysis?.suggestion?.cell : null;
  const found = useWhy(board, asked);
  const { explanation, proof, layouts } = answer?.why ?? found ?? {};
  const guessed = answer && layouts?.length ? layouts : null;
  useEffect(() => setLayout(null), [layouts]);
  const walk = useWalk(answer && explanation, proof);
  const ask = async (cell) => {
    const why = await editor.why(cell);
    if (why) setAnswer({ cell, why });
  };
  const supposed = guessed?.[layout] ? indices(board, guessed[layout]) : null;
  return { answer, setAnswer, ask, walk, guessed, layout, setLayout, supposed };
}

/** The marks of an answer on the board, or null without an answer. */
export function answerMarks(board, analysis, { answer, walk }) {
  if (analysis && !analysis.consistent) return faultsOf(board, analysis);
  if (walk?.stop) return walkMarks(board, walk);
  if (answer === "suggestion") return marksOf(board, analysis?.suggestion);
  if (!answer) return null;
  const { clues, mines, words } = answer.why;
  const asked = { cell: answer.cell, clues, mines, reason: words, action: "ask" };
  return { ...marksOf(board, asked), tone: "accent" };
}
