// The day's board and puzzles: the visitor's results, and the line to share.

import { html, useEffect, useState } from "../preact.js";
import { get, post, report } from "../api.js";
import { clock, sentence } from "../format.js";
import { Tool } from "../parts/tool.js";
import { helpOf } from "../play/help.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";
import { kindWords } from "./cards.js";

const DAYS = 60; // whose games and puzzles this browser remembers
const SIGNS = new Map([
  [true, "+"],
  [false, "-"],
]);

/** The line to share: the same as that of `sapper puzzle --daily`. */
export function resultLine(date, game, solved) {
  const clicks = game?.moves == null ? "" : ` with ${game.moves} clicks`;
  const help = game?.helped ? ", with help" : "";
  const board = game?.won ? `board in ${clock(game.seconds)}${clicks}${help}` : "board not won";
  const right = solved.filter((each) => each === true).length;
  const signs = solved.map((each) => SIGNS.get(each) ?? ".").join("");
  return `Daily Minesweeper ${date}: ${board}, puzzles ${right}/${solved.length} ${signs}`;
}

/** The results of this browser on a day. */
export function doneOn(day) {
  return recall("days", {})[day.date] ?? { game: null, solved: day.puzzles.map(() => null) };
}

function keepDone(day, done) {
  const { [day.date]: _, ...others } = recall("days", {});
  remember("days", Object.fromEntries([...Object.entries(others), [day.date, done]].slice(-DAYS)));
}

/** Store the result of a puzzle of the day; only the first answer counts. */
export function keepSolved(day, id, right) {
  const done = doneOn(day);
  const at = day.puzzles.findIndex((puzzle) => puzzle.id === id);
  if (at < 0 || done.solved[at] !== null) return;
  keepDone(day, { ...done, solved: done.solved.map((each, i) => (i === at ? right : each)) });
}

/** The board and the puzzles of the day; `onPuzzle(puzzle)` asks one. */
export function Day({ day, onPuzzle, setNotice }) {
  const done = doneOn(day);
  const [game, setGame] = useState(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!done.game) return;
    get(`/api/games/${done.game}`)
      .then((found) => {
        const { board, ended, seconds, moves } = found;
        const won = board.outcome === "won";
        setGame({ won, lost: ended && !won, seconds, moves: moves - 1, helped: helpOf(found).any });
      })
      .catch(() => {}); // the game was removed: it can be played again
  }, [done.game]);
  const play = async () => {
    try {
      if (done.game && game) {
        go(`play/${done.game}`);
        return;
      }
      const { id } = await post("/api/games", { daily: day.date });
      keepDone(day, { ...done, game: id });
      remember("game", id);
      go(`play/${id}`);
    } catch (error) {
      report(error, setNotice);
    }
  };
  const line = resultLine(day.date, game, done.solved);
  const copy = () =>
    navigator.clipboard
      ?.writeText(line)
      .then(() => setCopied(true))
      .catch(() => setNotice({ words: "Copying is not allowed here: select the line instead." }));
  const state = game?.won ? `won in ${clock(game.seconds)}` : game?.lost ? "lost" : game ? "begun" : "";
  return html`<div class="day">
    <header class="heading">
      <h2>Daily · ${day.date}</h2>
      <p class="soft">One board and three puzzles, the same for everyone.</p>
    </header>
    <ol class="day-parts">
      <li class="card"><p class="overline">Board</p>
        <h3>${sentence(day.level).replace(/\.$/, "")}, no guess needed</h3>
        <p class="row"><${Tool} main=${!game?.won} onClick=${play}>${game ? (game.won || game.lost ? "View" : "Continue") : "Play"}<//>
          <span class="soft">${state}</span></p></li>
      ${day.puzzles.map((puzzle, i) => {
        const solved = done.solved[i];
        const words = solved === null ? "" : solved ? "✓ solved" : "✗ not solved";
        return html`<li class="card" key=${puzzle.id}><p class="overline">Puzzle ${i + 1}</p>
          <h3>${kindWords(puzzle.kind)}</h3>
          <p class="row"><${Tool} main=${solved === null} onClick=${() => onPuzzle(puzzle)}>
            ${solved === null ? "Solve" : "View"}<//>
            <span class=${solved ? "tag tag-good" : "soft"}>${words}</span></p></li>`;
      })}
    </ol>
    ${(game || done.solved.some((each) => each !== null)) && html`<section class="card" aria-label="Your result">
      <p class="overline">Your result</p>
      <p><code class="share-line">${line}</code></p>
      <p class="row"><${Tool} onClick=${copy}>${copied ? "Copied" : "Copy"}<//></p>
    </section>`}
  </div>`;
}
