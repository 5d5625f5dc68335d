// The best cells of the position, as a stream of increasingly precise figures.

import { html, useEffect } from "../preact.js";
import { lettersOf } from "../board/letters.js";
import { minesKnown, positionText } from "../board/position.js";
import { percent, sentence } from "../format.js";
import { titled } from "../keys.js";
import { Field } from "../parts/forms.js";
import { MarkedCell } from "../parts/reasons.js";
import { useStream } from "../stream.js";

const PAUSE_MILLISECONDS = 150; // without a change before the server is asked
const NOTHING = { candidates: [], playouts: 0, done: false, note: "", advice: null, board: null };

function after(state, name, data) {
  if (name === "candidates") return { ...state, ...data };
  if (name === "advice") return { ...state, advice: data };
  return state;
}

/** The candidates of a board whose `analysis` has arrived, and the move of a `player`. */
export function useCandidates(board, analysis, player) {
  const live = useStream(NOTHING, after);
  const possible = analysis?.consistent && minesKnown(board) ? analysis : null;
  const look = () =>
    live.start("/api/candidates", { board }, { text: positionText(board), player });
  useEffect(() => {
    live.clear();
    if (!possible) return undefined;
    const timer = setTimeout(look, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [possible, player]);
  return { ...live, look };
}

/** The letters of the candidates, the best first. */
export function lettersOfBest({ candidates }) {
  return lettersOf([], candidates.map(({ cell }) => cell));
}

/** The candidate of a cell, if it is one. */
export function candidateAt({ candidates }, cell) {
  return candidates.find((each) => String(each.cell) === String(cell));
}

/** The chance of winning with a candidate, in words: with its interval unless it is exact. */
export function chanceWords({ chance, chance_interval: interval, chance_playouts: playouts }) {
  if (chance == null) return "–";
  if (!playouts) return percent(chance, 1);
  const half = Math.max(interval[1] - chance, chance - interval[0]);
  return `${(100 * chance).toFixed(1)} ±\u00a0${(100 * half).toFixed(1)}%`;
}

/** The candidates in a table, and with `onPlayer` the choice of the adviser. */
export function Candidates({ live, about, player, onPlayer, onLit }) {
  const { candidates, advice } = live;
  const move = advice?.decision;
  const letters = lettersOfBest(live);
  return html`<section class="card candidates" aria-label="Best cells">
    <div class="row row-between"><h2>Best cells</h2>
      ${onPlayer && html`<${Adviser} about=${about} player=${player} onPlayer=${onPlayer} />`}</div>
    ${candidates.length > 0 && html`<table class="considered">
      <thead><tr><th scope="col">cell</th>
        <th scope="col" class="number">risk</th>
        <th scope="col" class="number" title="Chance that it is safe and proves another cell safe">progress</th>
        <th scope="col" class="number" title="Chance of winning, with its 95% interval">wins</th></tr></thead>
      <tbody>${candidates.map(
        (each) => html`<tr key=${each.cell.join()}>
          <td><${MarkedCell} cell=${each.cell} letters=${letters} onLit=${onLit} />
            ${String(move?.cell) === String(each.cell) && html`<span class="choice"
              title=${`${player} would ${move.action} this cell`}>◂${" "}${move.strategy}</span>`}</td>
          <td class="number">${each.risk == null ? "–" : percent(each.risk, 1)}</td>
          <td class="number">${each.progress == null ? "–" : percent(each.progress)}</td>
          <td class="number">${chanceWords(each)}</td>
        </tr>`,
      )}</tbody>
    </table>`}
    <p class="soft small" role="status">${statusWords(live)}
      ${candidates.length > 0 && !live.live && !live.done && html` <button type="button"
        class="link" onClick=${live.look}>Continue</button>`}</p>
    ${advice?.words && html`<p class="soft small">${sentence(advice.words)}</p>`}
    ${live.trouble && html`<p class="notice trouble">${live.trouble}</p>`}
  </section>`;
}

function statusWords({ candidates, playouts, done, note, live, board }) {
  if (note) return sentence(note);
  if (!candidates.length) return live || board ? "Looking …" : "";
  if (!playouts) return done ? "Exact: perfect play was computed for every layout." : "Looking …";
  const games = `${playouts.toLocaleString("en")} simulated games for each cell`;
  if (done) return `After ${games}.`;
  return live ? `${games} so far.` : `Stopped after ${games}.`;
}

function Adviser({ about, player, onPlayer }) {
  const chosen = (event) => event.currentTarget.value.trim() && onPlayer(event.currentTarget.value.trim());
  return html`<${Field} label="Suggested by">
    <input key=${player} type="text" name="adviser" class="mono" list="advisers" spellcheck=${false}
      title=${titled("Whose move is suggested: a player, or any recipe", "analyse", "suggest")}
      defaultValue=${player} onChange=${chosen} />
    <datalist id="advisers">${about.players.map(
      ({ name }) => html`<option key=${name} value=${name} />`,
    )}</datalist>
  <//>`;
}
