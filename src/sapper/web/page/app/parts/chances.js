// The analysis of whatever board is shown, asked for as boards change.

import { useEffect, useRef, useState } from "../kit.js";
import { sentence } from "../api.js";

/**
 * The analysis of `board`, by `ask()`; null while it is not `wanted`. One question at a time: what
 * changes meanwhile is asked next, and the last answer stays until the next is there.
 */
export function useChances(board, wanted, ask, onTrouble) {
  const [analysis, setAnalysis] = useState(null);
  const now = useRef({ busy: false, asked: null });
  now.current.board = wanted ? board : null;
  now.current.ask = ask;

  const next = async () => {
    const turn = now.current;
    if (turn.busy || !turn.board || turn.asked === turn.board) return;
    turn.busy = true;
    turn.asked = turn.board;
    try {
      const answer = await turn.ask();
      if (turn.board) setAnalysis(answer);
    } catch (error) {
      const words = sentence(error);
      if (words) onTrouble({ words, kind: "trouble" });
    } finally {
      turn.busy = false;
      next();
    }
  };
  useEffect(() => {
    if (wanted && board) {
      next();
    } else {
      now.current.asked = null;
      setAnalysis(null);
    }
  }, [board, wanted]);
  return wanted ? analysis : null;
}
