// The day's board and puzzles: the visitor's results, and the line to share.

import { html, useEffect, useState } from "../preact.js";
import { get, post, report } from "../api.js";
import { clock, plural, sentence } from "../format.js";
import { Tool } from "../parts/tool.js";
import { helpOf } from "../play/help.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";
import { kindWords } from "./cards.js";

const DAYS = 60; // whose games this browser remembers
const SIGNS = new Map([
  [true, "+"],
  [false, "-"],
]);

/** The line to share: the same as that of `sapper puzzle --daily`. */
export function resultLine(date, game, solved) {
  const moves = game?.moves == null ? "" : ` and ${plural(game.moves, "move", "moves")}`;
  const help = game?.helped ? ", with help" : "";
  const board = game?.won ? `board in ${clock(game.seconds)}${moves}${help}` : "board not won";
  const right = solved.filter((each) => each === true).length;
  const signs = solved.map((each) => SIGNS.get(each) ?? ".").join("");
  return `Daily Minesweeper ${date}: ${board}, puzzles ${right}/${solved.length} ${signs}`;
}

/** The address of a day, or of one of its puzzles, from 1. */
export const addressOfDay = (date, number) => ["puzzles/daily", date, number].filter(Boolean).join("/");

/** The game on the board of the day: the finished one of the history, else this browser's own. */
function useGame(day, begun) {
  const [own, setOwn] = useState(null);
  useEffect(() => {
    if (!begun || day.game) return;
    get(`/api/games/${begun}`)
      .then((found) => {
        const outcome = found.ended ? found.board.outcome : "begun";
        setOwn({ outcome, seconds: found.seconds, moves: found.moves, helped: helpOf(found).any });
      })
      .catch(() => {}); // the game was removed: it can be played again
  }, [begun, day]);
  const found = day.game ?? own;
  return found && { ...found, won: found.outcome === "won" };
}

/** The board and the puzzles of the day, with the visitor's results. */
export function Day({ day, setNotice }) {
  const begun = recall("days", {})[day.date]?.game;
  const game = useGame(day, begun);
  const [copied, setCopied] = useState(false);
  const { solved } = day;
  const play = async () => {
    try {
      if (game && !day.game) return go(`play/${begun}`);
      if (game) return go(`play/${(await post(`/api/history/${day.game.number}/open`, {})).game}`);
      const { id } = await post("/api/games", { daily: day.date });
      const { [day.date]: _, ...others } = recall("days", {});
      const days = [...Object.entries(others), [day.date, { game: id }]].slice(-DAYS);
      remember("days", Object.fromEntries(days));
      remember("game", id);
      return go(`play/${id}`);
    } catch (error) {
      return report(error, setNotice);
    }
  };
  const line = resultLine(day.date, game, solved);
  const copy = () =>
    navigator.clipboard
      ?.writeText(line)
      .then(() => setCopied(true))
      .catch(() => setNotice({ words: "Copying is not allowed here: select the line instead." }));
  const state = game?.won ? `won in ${clock(game.seconds)}` : (game?.outcome ?? "");
  const ended = game && game.outcome !== "begun";
  return html`<div class="day">
    <header class="heading">
      <h2>Daily · ${day.date}</h2>
      <p class="soft">One board and three puzzles, the same for everyone.</p>
    </header>
    <ol class="day-parts">
      <li class="card"><p class="overline">Board</p>
        <h3>${sentence(day.level).replace(/\.$/, "")}, no guess needed</h3>
        <p class="row"><${Tool} main=${!game?.won} onClick=${play}>${ended ? "View" : game ? "Continue" : "Play"}<//>
          <span class="soft">${state}</span></p></li>
      ${day.puzzles.map((puzzle, i) => {
        const right = solved[i];
        const words = right === null ? "" : right ? "✓ solved" : "✗ not solved";
        return html`<li class="card" key=${puzzle.id}><p class="overline">Puzzle ${i + 1}</p>
          <h3>${kindWords(puzzle.kind)}</h3>
          <p class="row"><${Tool} main=${right === null} onClick=${() => go(addressOfDay(day.date, i + 1))}>
            ${right === null ? "Solve" : "View"}<//>
            <span class=${right ? "tag tag-good" : "soft"}>${words}</span></p></li>`;
      })}
    </ol>
    ${(game || solved.some((each) => each !== null)) && html`<section class="card" aria-label="Your result">
      <p class="overline">Your result</p>
      <p><code class="share-line">${line}</code></p>
      <p class="row"><${Tool} onClick=${copy}>${copied ? "Copied" : "Copy"}<//></p>
    </section>`}
  </div>`;
}
