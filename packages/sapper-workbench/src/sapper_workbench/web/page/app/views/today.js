// Today: what waits for somebody who has been here before.

import { html, useState } from "../preact.js";
import { query } from "../api.js";
import { Board } from "../board/board.js";
import { FIRST_CHOICE, LEVELS } from "../choice.js";
import { gameTime, percent, plural, titleOf } from "../format.js";
import { Notice } from "../parts/controls.js";
import { useFetched } from "../parts/hooks.js";
import { levelOf, shareOpen } from "../play/result.js";
import { preferences } from "../preferences/preferences.js";
import { DayCard } from "../puzzles/daily.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";

const LEAST_MISSED = 2; // losses with a safe cell that make a suggestion

/** The date on which a visitor reads this, in words. */
const dateWords = () => new Date().toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });

export function Today({ about }) {
  const [notice, setNotice] = useState(null);
  const of = query({ name: preferences().name });
  const day = useFetched("/api/daily").found;
  const counts = useFetched(`/api/history/statistics?${of}`).found;
  const missed = useFetched(`/api/history/suggestion?${of}`).found;
  return html`<main class="view view-one today" id="main">
    <header class="row today-head"><h2>Today</h2><span class="soft">${dateWords()}</span></header>
    ${notice && html`<${Notice} notice=${notice} />`}
    <div class="today-parts">
      <${Unfinished} />
      ${day && html`<${DayCard} day=${day} setNotice=${setNotice} />`}
      <${Levels} levels=${about.levels} counts=${counts?.levels ?? []} />
    </div>
    ${missed?.motif && missed.missed >= LEAST_MISSED && html`<p class="today-advice">${suggestionWords(missed)}${" "}
      <a href=${`#learn/${missed.lesson}`}>${missed.title}</a></p>`}
  </main>`;
}

/** What the latest losses suggest. */
export function suggestionWords({ losses, missed }) {
  const which = missed === losses ? `In each of your last ${losses} losses` : `In ${missed} of your last ${losses} losses`;
  return `${which}, another cell was certainly safe. A lesson on what you missed most often:`;
}

/** The game that was played last, if it goes on. */
function Unfinished() {
  const id = recall("game", null);
  const game = useFetched(id && `/api/games/${id}`).found;
  if (!game || game.ended || !game.moves) return null;
  const { board } = game;
  return html`<section class="card today-game" aria-label="Your game">
    <div class="today-board"><${Board} board=${board} small label="Your game" /></div>
    <div><p class="overline">Your game</p>
      <h3>${titleOf(levelOf(game) ?? `${board.width}x${board.height}x${board.mines}`)}</h3>
      <p class="soft small">${percent(shareOpen(board))} open${game.seconds ? ` after ${gameTime(game.seconds)}` : ""}</p>
      <p><a class="button" href=${`#play/${id}`}>Continue</a></p></div>
  </section>`;
}

/** The levels to play, with the visitor's best times. */
function Levels({ levels, counts }) {
  const begin = (level) => {
    remember("board", { ...recall("board", FIRST_CHOICE), level, seed: "", noGuess: false });
    go(`play?${query({ level, first: recall("board", FIRST_CHOICE).first })}`);
  };
  return html`<section class="card" aria-label="New game">
    <p class="overline">New game</p>
    <ul class="today-rows">
      ${levels.filter(({ name }) => LEVELS.includes(name)).map(({ name, width, height, mines }) => {
        const own = counts.find((each) => each.level === name && !each.no_guess);
        return html`<li key=${name}><span><b>${titleOf(name)}</b> <span class="soft small" title=${plural(mines, "mine", "mines")}>${`${width}×${height}`}</span></span>
          <span class="soft small">${own && [own.best_seconds && html`best <b>${gameTime(own.best_seconds)}</b> · `,
            `${own.wins} of ${own.games} won`, own.streak > 1 && ` · ${own.streak} in a row`]}</span>
          <button type="button" class="button" aria-label=${`Play ${name}`} onClick=${() => begin(name)}>Play</button></li>`;
      })}
    </ul>
  </section>`;
}
