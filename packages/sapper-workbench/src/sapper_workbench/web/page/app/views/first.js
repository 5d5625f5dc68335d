// The first visit: a board that plays itself slowly and explains every move.

import { html, useEffect, useMemo, useState } from "../preact.js";
import { query } from "../api.js";
import { Board } from "../board/board.js";
import { lettersOf } from "../board/letters.js";
import { freshOf, lettersOfDecision, marksOf, moveOf, truthOf } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { blank } from "../choice.js";
import { counted, percent, sentence } from "../format.js";
import { Tool } from "../parts/controls.js";
import { readingTime, useWalk, useWhy, Words } from "../parts/reasons.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";
import { useWatchedGame } from "../watch/game.js";

const GAME = { player: "swift", level: "beginner", first: "opening" };
// Seeds of games that are won, and whose first reasons are short and differ from each other.
const SEEDS = [400, 550, 1500, 1505, 1998, 2144, 2883, 3383, 3395, 3431];
const SIZE = { width: 9, height: 9, mines: 10 }; // of its level
const BEAT_MILLISECONDS = 700; // between a move and the reason of the next
const PATIENCE_MILLISECONDS = 1500; // to wait for the steps of a reason
const REST_MILLISECONDS = 4000; // between a game and the next
const STILL = "(prefers-reduced-motion: reduce)";

/** Whether this is the visitor's first visit. */
export const isFirst = () => !recall("welcomed", false) && recall("game", null) === null;

export function First() {
  const watched = useWatchedGame();
  const { replay, count, live, end, deal, trouble } = watched;
  const [{ at, looking }, setPlace] = useState({ at: 0, looking: false });
  const [lit, setLit] = useState(null);
  const still = matchMedia(STILL).matches;

  const begin = () => {
    setPlace({ at: 0, looking: still });
    watched.begin({ ...GAME, seed: SEEDS[Math.floor(Math.random() * SEEDS.length)] });
  };
  useEffect(() => {
    begin();
    return () => remember("welcomed", true); // it never comes back once it was left
  }, []);

  // There is a board at once, and its first cell opens by itself.
  useEffect(() => {
    if (count && !at) setPlace({ at: 1, looking: still });
  }, [replay, count > 0]);

  const board = useMemo(() => replay?.board(at) ?? blank(SIZE), [replay, at]);
  const next = replay?.steps[at];
  const coming = looking ? next : null;
  const made = replay?.steps[at - 1];
  const over = replay && !live && at === count;
  const explained = coming && !coming.decision.guess;
  const why = useWhy(board, explained ? coming.decision.cell : null);
  const steps = useWalk(why?.explanation);
  // Only one step is shown at a time, so each has letters of its own. A first cell has no steps: it
  // is safe by the rules.
  const walk = steps?.stop
    ? { ...steps, letters: lettersOf([steps.stop.words], steps.asked) }
    : null;
  useEffect(() => {
    if (walk && !walk.last && !still) walk.play();
  }, [why]);

  const forward = () => {
    if (over) begin();
    else if (!next) return; // it has not come yet
    else if (looking) setPlace({ at: at + 1, looking: still });
    else setPlace({ at, looking: true });
  };
  const walking = walk && !walk.last;
  const pause = over ? REST_MILLISECONDS : pauseOf(coming, walk, why);
  useEffect(() => {
    if (still || walking || !(next || over)) return undefined;
    const timer = setTimeout(forward, pause);
    return () => clearTimeout(timer);
  }, [next, over, looking, walking, pause]);

  const marks = coming
    ? (walkMarks(board, walk) ?? (explained ? moveOf : marksOf)(board, coming.decision))
    : made && !over && moveOf(board, made.decision);
  const play = () => go("play");
  return html`<main class="view first" id="main">
    <div class="first-words">
      <h2>Minesweeper that says why</h2>
      <p>sapper plays Minesweeper, proves its moves and weighs its guesses. Watch it, play with its
        hints, or take its lessons.</p>
    </div>
    <section class="stage first-board" aria-label="A game that plays itself">
      <${Board} board=${board} marks=${marks} fresh=${freshOf(made)}
        truth=${over && end ? truthOf(board, end.truth) : null}
        lit=${lit} zoom="fit" label="A game that plays itself" onAct=${play} />
    </section>
    <p class="row first-tools">
      <button type="button" class="button" onClick=${play}>Play</button>
      <${Tool} onClick=${() => go(`watch?${query(deal ?? GAME)}`)}>Watch it think<//>
      ${still && html`<${Tool} onClick=${forward}>Next move<//>`}
    </p>
    <section class="card first-why" aria-label="Why">
      <${Why} step=${coming} walk=${walk} end=${over ? end : null} trouble=${trouble} made=${made} onLit=${setLit} />
    </section>
  </main>`;
}

/** How long a step is shown in milliseconds: the move made, or the reason of the one that comes. */
function pauseOf(coming, walk, why) {
  if (!coming) return BEAT_MILLISECONDS;
  if (walk) return readingTime(walk.stop.words);
  const { guess, reason } = coming.decision;
  return guess || why ? readingTime(reason) : PATIENCE_MILLISECONDS;
}

/** The reason of the move that comes next, or how the game ended. */
function Why({ step, walk, end, trouble, made, onLit }) {
  if (trouble) return html`<p role="alert">${trouble}</p>`;
  if (end) {
    const { outcome, moves, guesses } = end;
    return html`<p class="overline">${outcome === "won" ? "Won" : "Lost"}</p>
      <p>${outcome === "won" ? "Every safe cell is open" : "The last guess hit a mine"} after
        ${` ${counted(moves, "move", "moves")}, ${guesses ? `${guesses} of them ${guesses === 1 ? "a guess" : "guesses"}` : "none of them a guess"}.`}</p>`;
  }
  if (!step)
    return html`<p class="overline">${made ? `Move ${made.number}` : "A new game"}</p>
      <p>${made ? `Opened ${counted(made.changed.length, "cell", "cells")}.` : "The first move follows."}</p>`;
  const { number, decision } = step;
  const risk = decision.mine_probability;
  return html`<p class="overline">Move ${number}${" "}
      <span class=${decision.guess ? "tag tag-guess" : "tag tag-good"}>${
        decision.guess ? `a guess, ${percent(risk, 0)} risk` : "certain"}</span></p>
    <p class="first-reason"><${Words} text=${walk ? walk.stop.words : sentence(decision.reason)}
      letters=${walk ? walk.letters : lettersOfDecision(decision)} onLit=${onLit} /></p>`;
}
