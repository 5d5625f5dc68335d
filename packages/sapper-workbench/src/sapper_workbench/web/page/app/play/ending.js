// The cause of a loss, and how the visitor could have known.

import { useEffect, useMemo, useState } from "../preact.js";
import { post } from "../api.js";
import { indexOf, positionText } from "../board/position.js";
import { answerOf } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { percent } from "../format.js";
import { useWalk, useWhy } from "../parts/walk.js";
import { fatal } from "./moves.js";

/**
 * Why a game of the visitor was lost, once the server has answered; null before, and for other games:
 * `{cell, title, words, walk, marks}`, where the walk leads to the mine if it was certain, else to a
 * cell that was safe. Without either it was a guess, and the words compare it with others.
 */
export function useCause(game) {
  const lost = useMemo(() => fatal(game), [game]);
  const [known, setKnown] = useState({ of: null, safe: null, risk: null });
  useEffect(() => {
    if (!lost) return;
    post("/api/analyse", { text: positionText(lost.before) })
      .then((found) => {
        const { safe, mine_probability: risks } = /** @type {Api.AnalysisJson} */ (found);
        setKnown({ of: lost, safe: safe ?? [], risk: risks?.[indexOf(lost.before, lost.cell)] });
      })
      .catch(() => setKnown({ of: lost, safe: [] })); // the game does not depend on it
  }, [lost]);
  const safe = lost && known.of === lost ? known.safe : null;
  const here = useWhy(lost?.before, lost?.cell);
  const mine = here?.explanation?.verdict === "mine";
  const target = mine ? lost.cell : (safe?.[0] ?? null);
  const other = useWhy(lost?.before, mine ? null : target);
  const shown = mine || !target ? here : other;
  const walk = useWalk(shown?.explanation, shown?.proof);
  if (!lost || !safe || !shown) return null;
  const risk = known.risk == null ? "" : `; the cell you opened had a risk of ${percent(known.risk)}`;
  const title = mine ? "certainly a mine" : target ? `certainly safe${risk}` : "a guess";
  const words = shown.explanation?.words ?? shown.words;
  return {
    cell: target ?? lost.cell,
    title,
    words,
    walk,
    marks: walkMarks(lost.before, walk) ?? answerOf(lost.before, { ...shown, cell: target ?? lost.cell, words }),
  };
}
