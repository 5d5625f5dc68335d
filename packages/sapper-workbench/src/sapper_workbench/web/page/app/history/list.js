// The list of games: each with its figures and actions.

import { html, useState } from "../preact.js";
import { request } from "../api.js";
import { counted, FIRM, gameTime, titleOf } from "../format.js";
import { copyLink } from "../parts/files.js";
import { Sure, Tool } from "../parts/controls.js";
import { go } from "../route.js";
import { AddToStudy } from "../studies/card.js";

const OUTCOMES = { won: "tag-good", lost: "tag-bad", unfinished: "tag-guess" };
const FORMS = { record: "Record", rawvf: "RAWVF replay", evf: "EVF replay", mbf: "MBF board" };

export function GameList({ list, history, filtered }) {
  const { games, total } = list;
  if (!games.length)
    return html`<section class="card narrow"><h2>${filtered ? "No matching games" : "No games yet"}</h2>
      <p>${filtered ? "No game matches this filter." : "Games that you play appear here. You can also add records, replays, sessions and moves as text: choose their files above, drop them on this page, or paste a link to moves."}</p>
    </section>`;
  return html`<section aria-label="Games">
    <p class="soft small">${counted(total, "game", "games")}</p>
    <ol class="history-list">
      ${games.map((game) => html`<${Game} key=${game.id} game=${game} history=${history} />`)}
    </ol>
    ${games.length < total && html`<p class="row"><${Tool} onClick=${history.more}>More games<//></p>`}
  </section>`;
}

function Game({ game, history }) {
  const [open, setOpen] = useState(false);
  const over = game.outcome !== "unfinished";
  const name = `${titleOf(game.level)}, ${game.outcome}, ${dateOf(game.at)}`;
  const show = async (what, then) => {
    const id = await history.served(game.id, what);
    if (id) go(`play/${id}${then}`);
  };
  return html`<li class="history-game" aria-label=${name}>
    <div>
      <p class="history-head"><span class=${`tag ${OUTCOMES[game.outcome] ?? "tag-plain"}`}>${game.outcome}</span>
        <b>${titleOf(game.level)}</b>${game.origin === "import" && game.player !== "you" && html` <span>${game.player}</span>`}
        <time class="soft small" datetime=${new Date(1000 * game.at).toISOString()}>${dateOf(game.at)}</time></p>
      <p class="soft small history-figures">${figuresOf(game).map((each) => html`<span key=${each}>${each}</span> `)}</p>
    </div>
    <p class="row history-tools">
      ${
        over
          ? html`<${Tool} words=${`Review the game: ${name}`} onClick=${() => show("open", "?review=1")}>Review<//>`
          : game.game && html`<${Tool} words=${`Continue the game: ${name}`} onClick=${() => show("open", "")}>Continue<//>`
      }
      <${Tool} words=${`More for the game: ${name}`} pressed=${open} onClick=${() => setOpen(!open)}>More<//>
    </p>
    ${open && html`<${More} game=${game} history=${history} over=${over} onAgain=${() => show("again", "")} />`}
  </li>`;
}

function More({ game, history, over, onAgain }) {
  const record = async () => ({ game: await (await request(`/api/history/${game.id}/file?form=record`)).text() });
  const share = () => copyLink(game.link, "Link copied: it deals the same board.", history.setNotice);
  return html`<div class="history-more">
    <p class="row">
      ${over && html`<${Tool} onClick=${onAgain}>Play this board again<//>`}
      ${game.link && html`<${Tool} onClick=${share}>Copy a link to this board<//>`}
      ${
        over &&
        Object.entries(FORMS).map(
          ([form, words]) => html`<a class="tool" key=${form} download
          href=${`/api/history/${game.id}/file?form=${form}`}>${words}</a>`,
        )
      }
      ${over && html`<${AddToStudy} title=${`${titleOf(game.level)}, ${game.outcome}`} source=${record} onNotice=${history.setNotice} />`}
      <${Sure} onClick=${() => history.remove(game.id)}>Delete<//>
    </p>
    ${(game.link || over) && html`<p class="soft small">${linkWords(game)}</p>`}
  </div>`;
}

/** What a link to the board reveals, or why there is no link. */
export function linkWords({ link, known, first, no_guess }) {
  if (link) {
    const moved = first === "any" ? "" : " The board is the same only after the same first click.";
    return `The link contains the seed. It does not show the mines, but anyone with sapper can find them from it.${moved}`;
  }
  if (known) return "There is no link to this board, because you may have known it already: it was replayed, or set up from a file or a position.";
  if (no_guess) return "There is no link to this board: mines were moved so that it needs no guess, so no seed deals it.";
  return "There is no link to this board: no seed deals it.";
}

/** The local date and time of a game. */
function dateOf(at) {
  return new Date(1000 * at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** The figures of a game, and why statistics leave it out. */
function figuresOf(game) {
  const shown = [
    game.seconds != null && gameTime(game.seconds),
    game.bbbv != null && `3BV ${game.bbbv_solved < game.bbbv ? `${game.bbbv_solved} of ${game.bbbv}` : game.bbbv}`,
    game.bbbv_per_second != null && `3BV/s ${game.bbbv_per_second.toFixed(2)}`,
    game.ioe != null && `efficiency ${game.ioe.toFixed(2)}`,
    game.no_guess && "no guess needed",
    game.helped > 0 && `${counted(game.helped, "move", "moves")} made for you`,
    game.known && "board known",
    game.graded?.guesses > 0 && gradesOf(game.graded.grades),
  ];
  const figures = shown.filter(Boolean).map((each) => each.replaceAll(/(?<!,) /g, FIRM));
  return figures.length ? figures : [`${counted(game.moves, "move", "moves")} so far`];
}

const FAULTS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

/** Guesses by grade: "2 best, 1 mistake". */
export function gradesOf(grades) {
  return Object.entries(grades)
    .filter(([, number]) => number)
    .map(([grade, number]) => counted(number, grade, FAULTS[grade] ?? grade))
    .join(", ");
}
