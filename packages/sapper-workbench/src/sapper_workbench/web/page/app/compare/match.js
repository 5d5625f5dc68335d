// A match that the visitor starts: its form, its progress and its result.

import { html, useEffect, useState } from "../preact.js";
import { query } from "../api.js";
import { namedSizes } from "../choice.js";
import { titleOf } from "../format.js";
import { Field, FIRST, Form, SeedInput, Select } from "../parts/forms.js";
import { Tool } from "../parts/controls.js";
import { recall, remember, useRemembered } from "../storage.js";
import { follow } from "../stream.js";

const NOTHING = {
  begun: false,
  players: [],
  before: null, // how many other computations are waited for
  progress: null, // {done, due, standings}
  /** @type {any} */
  ends: null, // the latest results, the last one first: [{report, games}]
  live: false,
  trouble: null,
};
const NOBODY = "nobody";
const MAX_KEPT_RESULTS = 3; // of matches, each with its games

/** The state after an event of the stream. */
export function matchAfter(state, name, data) {
  if (name === "waiting") return { ...state, before: data.before };
  if (name === "progress") return { ...state, progress: data };
  if (name === "end")
    return { ...state, begun: false, ends: [data, ...state.ends].slice(0, MAX_KEPT_RESULTS) };
  return state;
}

/** The match of this page, which continues while the visitor is in another view. */
/** @type {any} */
const match = { state: NOTHING, show: () => {}, leaving: null };

function become(next) {
  if (next.ends !== match.state.ends) remember("matches", next.ends);
  match.state = next;
  match.show(next);
}

/** The match and the results of the latest ones; `begin(fields)` starts another. */
export function useMatch() {
  if (!match.state.ends) match.state = { ...match.state, ends: recall("matches", []) };
  const [state, setState] = useState(match.state);
  useEffect(() => {
    match.show = setState;
    setState(match.state);
    return () => {
      match.show = () => {};
    };
  }, []);
  const stop = () => match.leaving?.abort();
  const begin = (fields) => {
    stop();
    const leaving = (match.leaving = new AbortController());
    const players = fields.players.split(";");
    const begun = { ...NOTHING, ends: match.state.ends, begun: true, players };
    const show = (next) => match.leaving === leaving && become(next);
    follow(`/api/match?${query(fields)}`, begun, matchAfter, show, leaving.signal);
  };
  const remove = (end) => become({ ...match.state, ends: match.state.ends.filter((each) => each !== end) });
  return { ...state, stop, begin, remove };
}

/** The form of a match. */
export function NewMatch({ match, about }) {
  const [choice, setChoice] = useRemembered("match", {
    players: ["swift", "csp", NOBODY, NOBODY],
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
  const begin = () => {
    const players = choice.players.filter((player) => player !== NOBODY).join(";");
    setOpen(false); // its progress and its result take the place of the form
    match.begin({ ...choice, players });
  };
  return html`<details class="card narrow match" open=${open}
    onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary><h2>Play a match</h2></summary>
    <${Form} onSubmit=${begin}>
      <p class="soft small">The match ends after at most ${seconds} seconds; unfinished games do not count. Meanwhile you can use the other views.</p>
      <div class="fields">
        ${choice.players.map(
          (player, i) => html`<${Select} key=${i} name=${`player${i}`} value=${player}
            label=${`Player ${i + 1}`} options=${i ? [NOBODY, ...names] : names}
            onChange=${(value) => set("players")(choice.players.with(i, value))} />`,
        )}
        <${Select} label="Board" name="level" value=${choice.level} onChange=${set("level")}
          options=${levels.map(({ name }) => [name, titleOf(name)])} />
        <${Select} label="First cell" name="first" value=${choice.first} onChange=${set("first")}
          options=${FIRST} />
        <${Field} label="Games"><input type="number" name="games" min="1" max="1000" required
          value=${choice.games} onInput=${(event) => set("games")(event.currentTarget.value)} /><//>
        <${SeedInput} value=${choice.seed} onChange=${set("seed")} />
      </div>
      <p class="row">
        <button type="submit" class="button">Start</button>
      </p>
    <//>
  </details>`;
}

/** The match under way, or why it ended early, where its result will be. */
export function Progress({ match: { players, progress, live, before, trouble, stop } }) {
  const words = trouble ?? (!live ? "Stopped." : before ? "Waiting …" : "Playing …");
  const standings = progress?.standings ?? [];
  return html`<section class="card match-progress" aria-label="Match under way">
    <h2>Your match: ${players.join(", ")}</h2>
    <p class="row row-between"><span class=${trouble ? "trouble" : "soft"} role="status">${words}</span>
      ${live && html`<${Tool} group="all" name="stop" onClick=${stop}>Stop<//>`}</p>
    ${progress && html`<progress max=${progress.due} value=${progress.done}
      aria-label="games played"></progress>`}
    ${standings.length > 0 && html`<ul class="standings">${standings.map(
      ({ player, wins, games }) => html`<li key=${player}><b>${player}</b> won ${wins} of ${games}</li>`,
    )}</ul>`}
  </section>`;
}
