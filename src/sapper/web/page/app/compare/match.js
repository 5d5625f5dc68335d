// A match that the visitor starts: its form, its progress and its result.

import { html, useState } from "../preact.js";
import { query } from "../api.js";
import { namedSizes } from "../choice.js";
import { Field, Select } from "../parts/forms.js";
import { Tool } from "../parts/tool.js";
import { useRemembered } from "../storage.js";
import { useStream } from "../stream.js";

const NOTHING = {
  begun: false,
  before: null, // how many other computations are waited for
  progress: null, // {done, due, standings}
  end: null, // {report, games}
  live: false,
  trouble: null,
};
const AGAINST = "nobody";
let last = null; // the result of the last match of this visit

/** The state after an event of the stream. */
export function matchAfter(state, name, data) {
  if (name === "waiting") return { ...state, before: data.before };
  if (name === "progress") return { ...state, progress: data };
  if (name === "end") {
    last = data;
    return { ...state, end: data };
  }
  return state;
}

/** The match; `begin(fields)` starts another. */
export function useMatch() {
  const stream = useStream({ ...NOTHING, end: last }, matchAfter);
  const begin = (fields) => stream.start(`/api/match?${query(fields)}`, { begun: true, end: null });
  return { ...stream, begin };
}

/** The form of a match, and its progress. */
export function NewMatch({ match, about }) {
  const [choice, setChoice] = useRemembered("match", {
    players: ["swift", "csp", AGAINST, AGAINST],
    level: "beginner",
    first: "safe",
    games: "100",
    seed: "",
  });
  const [open, setOpen] = useState(!about.results.length);
  const set = (name) => (value) => setChoice({ ...choice, [name]: value });
  const names = about.players.map(({ name }) => name);
  const { match_cells: most, match_seconds: seconds } = about.limits;
  const levels = namedSizes(about).filter(({ width, height }) => width * height <= most);
  const begin = (event) => {
    event.preventDefault();
    const players = choice.players.filter((player) => player !== AGAINST).join(";");
    setOpen(false); // the result appears below
    match.begin({ ...choice, players });
  };
  return html`<details class="card narrow match" open=${open}
    onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary><h2>Play a match</h2></summary>
    <form onSubmit=${begin}>
      <p class="soft small">All players play the same boards. A match ends after ${seconds} seconds at
        the latest, with the games that are finished then, and when you leave this view.</p>
      <div class="fields">
        ${choice.players.map(
          (player, i) => html`<${Select} key=${i} name=${`player${i}`} value=${player}
            label=${i ? `against (${i})` : "Player"} options=${i ? [AGAINST, ...names] : names}
            onChange=${(value) => set("players")(choice.players.with(i, value))} />`,
        )}
        <${Select} label="Board" name="level" value=${choice.level} onChange=${set("level")}
          options=${levels.map(({ name }) => name)} />
        <${Select} label="First cell" name="first" value=${choice.first} onChange=${set("first")}
          options=${[
            ["safe", "never a mine"],
            ["opening", "an opening"],
            ["any", "may be a mine"],
          ]} />
        <${Field} label="Games"><input type="number" name="games" min="1" max="1000" required
          value=${choice.games} onInput=${(event) => set("games")(event.currentTarget.value)} /><//>
        <${Field} label="Seed"><input type="number" name="seed" min="0" placeholder="random"
          value=${choice.seed} onInput=${(event) => set("seed")(event.currentTarget.value)} /><//>
      </div>
      <p class="row">
        <button type="submit" class="button">Start</button>
      </p>
    </form>
  </details>
  ${match.begun && !match.end && html`<${Progress} match=${match} />`}`;
}

function Progress({ match: { progress, live, before, trouble, stop } }) {
  const words = trouble ?? (!live ? "Stopped." : before ? "Waiting …" : "Playing …");
  const standings = progress?.standings ?? [];
  return html`<section class="card narrow match-progress" aria-label="Match under way">
    <p class="row row-between"><span class=${trouble ? "trouble" : "soft"} role="status">${words}</span>
      ${live && html`<${Tool} group="all" name="stop" onClick=${stop}>Stop<//>`}</p>
    ${progress && html`<progress max=${progress.due} value=${progress.done}
      aria-label="games played"></progress>`}
    ${standings.length > 0 && html`<ul class="standings">${standings.map(
      ({ player, wins, games }) => html`<li key=${player}><b>${player}</b> won ${wins} of ${games}</li>`,
    )}</ul>`}
  </section>`;
}
