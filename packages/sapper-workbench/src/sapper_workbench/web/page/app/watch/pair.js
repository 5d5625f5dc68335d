// A second player on the deal of the game watched, in step with the first.

import { html, useEffect, useMemo } from "../preact.js";
import { Board } from "../board/board.js";
import { indexOfStep } from "../board/position.js";
import { freshOf, marksOf, moveOf, NO_MARKS, truthOf } from "../board/scene.js";
import { counted, plural, sentence } from "../format.js";
import { Tool } from "../parts/controls.js";
import { apartOf, partedAt, settled, useWatchedGame } from "./game.js";

/**
 * The game of a second player on the deal of a game, which names it as `against`; null without one.
 * The first cell of both is that of the first player: another one may change the board.
 */
export function useRival(game) {
  const rival = useWatchedGame();
  const { deal, replay } = game;
  const against = deal?.against;
  const ready = against && (game.count > 0 || settled(game));
  useEffect(() => {
    const [step] = replay?.steps ?? [];
    const first = step?.decision.action === "open" ? { board: replay.start, step } : null;
    if (ready) rival.begin({ ...deal, player: against }, first);
    else rival.clear();
  }, [deal, ready]);
  return against ? rival : null;
}

/** The rival's game as it is shown beside a `board` that has made `at` steps, or looks at the next. */
export function useRivalShown(rival, board, at, looking) {
  const { replay, count = 0, live, end } = rival ?? {};
  const made = Math.min(at, count);
  const own = useMemo(() => replay?.board(made), [replay, made]);
  if (!rival) return null;
  const shown = own ?? { ...board, cells: board.cells.map(() => "H"), outcome: "playing" };
  const coming = looking ? replay?.steps[at] : null;
  const last = coming ? null : replay?.steps[made - 1];
  const ended = replay && !live && at >= count ? end : null;
  const apart = own ? apartOf(board, own) : new Set();
  return { board: shown, step: coming ?? last, coming, last, ended, apart };
}

/** Two boards side by side: `first` is the one of the game watched, by `player`. */
export function Pair({ player, first, outcome, rival, shown, lit, zoom }) {
  const { board, step, coming, last, ended, apart } = shown;
  const marks = step && (coming ? marksOf : moveOf)(board, step.decision);
  return html`<div class=${board.width > 16 ? "pair pair-wide" : "pair"}>
    <section class="half" aria-label=${player}>
      <${Head} player=${player} outcome=${outcome} />${first}</section>
    <section class="half" aria-label=${rival.player}>
      <${Head} player=${rival.player} outcome=${board.outcome} trouble=${rival.trouble} />
      <${Board} numbered board=${board} marks=${{ ...(marks ?? NO_MARKS), apart }} last=${indexOfStep(board, last)}
        fresh=${freshOf(last)} follow=${indexOfStep(board, step)} truth=${ended && truthOf(board, ended.truth)}
        lit=${lit} zoom=${zoom} label=${`Game of ${rival.player}`} />
    </section>
  </div>`;
}

const OUTCOMES = { won: ["won", "tag-good"], lost: ["lost", "tag-bad"] };

function Head({ player, outcome, trouble }) {
  const [words, kind] = OUTCOMES[outcome] ?? [];
  return html`<p class="half-head"><b>${player}</b>${words && html` <span class=${`tag ${kind}`}>${words}</span>`}
    ${trouble && html` <span class="trouble" role="alert">${trouble}</span>`}</p>`;
}

/** The marks of the first board with the cells that the other one shows differently. */
export const withApart = (marks, shown) => (shown ? { ...(marks || NO_MARKS), apart: shown.apart } : marks);

/** Where two games part, and how many cells they show differently now; `onStep` goes to a step. */
export function Parted({ game, rival, apart, onStep }) {
  const steps = rival.replay?.steps ?? [];
  const parted = partedAt(game.replay.steps, steps);
  const words =
    parted === null
      ? `The first ${counted(Math.min(game.count, steps.length), "move is", "moves are")} the same.`
      : `The players choose different moves at move ${parted + 1}. ${apart.size ? sentence(plural(apart.size, "cell differs", "cells differ")) : "Here the boards look the same."}`;
  return html`<section class="card" aria-label="Where they differ">
    <p class="overline">Two players, one board</p>
    <p>${words}</p>
    ${parted !== null && html`<p class="row"><${Tool} onClick=${() => onStep(parted)}>Go to that move<//></p>`}
  </section>`;
}
