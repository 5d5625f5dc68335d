// The analysis of the board shown, requested again as the board changes.

import { useEffect, useRef, useState } from "../preact.js";
import { report } from "../api.js";

/**
 * The analysis of `board`, from `ask()`; null while it is not `wanted`. Only one request is under
 * way at a time: if the board changes meanwhile, the next request follows, and the last analysis
 * stays until its answer arrives.
 */
export function useAnalysis(board, wanted, ask, onTrouble) {
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
      report(error, onTrouble);
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
