// Variants: other rules of Minesweeper, each with a worked example, to be played without a guess.

import { html, useEffect, useState } from "../preact.js";
import { query } from "../api.js";
import { Board } from "../board/board.js";
import { walkMarks } from "../board/walk.js";
import { clock, sentence } from "../format.js";
import { Notice, Tool, Waiting } from "../parts/controls.js";
import { copyLink, copyText } from "../parts/files.js";
import { Field, Form, Select } from "../parts/forms.js";
import { useFetched } from "../parts/hooks.js";
import { useWalk, Walk } from "../parts/reasons.js";
import { daysInARow } from "../puzzles/daily.js";
import { go } from "../route.js";
import { useRemembered } from "../storage.js";
import { boardOf } from "../variants/game.js";
import { Played } from "../variants/playing.js";

const GROUPS = { clue: "What a clue shows", layout: "What every layout obeys", grid: "Other grids", combination: "Combinations" };
const SIZES = [4, 5, 6, 7, 8, 9, 10].map((size) => [size, `${size}×${size}`]);
const LEVELS = [
  ["easy", "easy: one clue or rule at a time"],
  ["medium", "medium: two at a time"],
  ["hard", "hard: as few clues as logic needs"],
];
const SEEDS = 1e6;

/** A name as a title: "Quad + liar". */
const titled = (name) => sentence(name.replaceAll("+", " + ")).replace(/\.$/, "");
/** The board of a variant's example. */
const exampleOf = ({ example: { board } }) => boardOf({ board, solution: [], states: [board.cells], at: 0 });
const boardPath = (name, fields) => `/api/variants/${encodeURIComponent(name)}/board?${query(fields)}`;

export function Variants({ route }) {
  const [first, second] = route.argument.split("/");
  const { found, trouble } = useFetched(first === "daily" || second ? null : "/api/variants");
  if (first === "daily") return html`<${Daily} key=${second ?? ""} date=${second ?? null} />`;
  if (first && second) {
    const fields = Object.fromEntries(["size", "level"].map((name) => [name, route.fields.get(name)]));
    return html`<${Seeded} key=${location.hash} name=${first} fields=${{ ...fields, seed: second }} />`;
  }
  if (!found) return html`<${Waiting} trouble=${trouble} words="Reading the rules …" />`;
  if (first) return html`<${Shown} key=${first} name=${first} all=${found} />`;
  return html`<${Picker} all=${found} />`;
}

/** The board of an address. */
function Seeded({ name, fields }) {
  const again = () => go(`variants/${name}/${Math.floor(Math.random() * SEEDS)}?${query({ ...fields, seed: null })}`);
  const title = html`<a class="variant-title" href=${`#variants/${name}`}>${titled(name)}</a>`;
  return html`<${Played} path=${boardPath(name, fields)} title=${title} onNew=${again} />`;
}

function Picker({ all }) {
  const [wanted, setWanted] = useState("");
  const words = wanted.toLowerCase().split(/\s+/);
  const fits = ({ name, rule }) => words.every((word) => `${name} ${rule}`.toLowerCase().includes(word));
  const some = all.filter(fits);
  return html`<main class="view view-one" id="main"><section class="stage variants" aria-label="Variants">
    <header class="heading"><h2>Variants</h2>
      <p class="soft">Minesweeper by other rules. Every board can be won by logic alone, and every hint is a proof.</p></header>
    <div class="row variant-search"><${Field} label="Search the rules"><input type="search" name="search" value=${wanted}
        onInput=${(event) => setWanted(event.currentTarget.value)} /><//>
      <a class="button" href="#variants/daily">Play the daily variant</a></div>
    ${!some.length && html`<p role="status">No rule has these words.</p>`}
    ${Object.entries(GROUPS).map(([group, title]) => {
      const these = some.filter((each) => each.group === group);
      return these.length > 0 && html`<section key=${group} aria-label=${title}><h3>${title}</h3>
        <ul class="variant-list">${these.map((each) => html`<li key=${each.name}><${Card} variant=${each} /></li>`)}</ul></section>`;
    })}
  </section></main>`;
}

function Card({ variant }) {
  const { name, rule } = variant;
  return html`<a class="card variant-card" href=${`#variants/${name}`}>
    <span class="variant-board" aria-hidden="true"><${Board} small bare board=${exampleOf(variant)} /></span>
    <span><b>${titled(name)}</b><span class="soft small">${rule}</span></span></a>`;
}

/** A variant with its example, and the choice of a board. */
function Shown({ name, all }) {
  const variant = all.find((each) => each.name === name);
  const parts = name.split("+").map((part) => all.find((each) => each.name === part));
  const [size, setSize] = useRemembered("variant-size", 6);
  const [level, setLevel] = useRemembered("variant-level", "easy");
  const play = () => go(`variants/${name}/${Math.floor(Math.random() * SEEDS)}?${query({ size, level })}`);
  if (parts.includes(undefined))
    return html`<${Waiting}><section class="card narrow">
      <p>There is no variant “${name}”.</p><p class="row"><a class="tool" href="#variants">All variants</a></p></section><//>`;
  const others = all.filter((each) => each.group !== "combination" && !name.split("+").includes(each.name)).map((each) => each.name);
  const title = titled(name);
  return html`<main class="view view-one" id="main"><section class="stage variants variant-shown" aria-label=${title}>
    <p class="small"><a href="#variants">All variants</a></p>
    <header class="heading"><h2>${title}</h2>
      <p class="variant-rule">${parts.map((part) => part.rule).join(" ")}</p></header>
    ${(variant ? [variant] : parts).map((each) => html`<${Example} key=${each.name} of=${each} />`)}
    <${Form} class="card" onSubmit=${play} aria-label="A board to play">
      <div class="fields">
        <${Select} label="Board" name="size" value=${size} options=${SIZES} onChange=${(to) => setSize(Number(to))} />
        <${Select} label="Level" name="level" value=${level} options=${LEVELS} onChange=${setLevel} />
        <${Select} label="Together with" name="combine" value="" options=${[["", "no other rule"], ...others]}
          onChange=${(other) => go(`variants/${name}+${other}`)} />
      </div>
      <p class="row"><button type="submit" class="button">Play</button>
        <span class="soft small">Every board can be won by logic alone.</span></p>
    <//>
  </section></main>`;
}

/** A tiny board, and a proof on it by the rule. */
function Example({ of }) {
  const [lit, setLit] = useState(null);
  const board = exampleOf(of);
  const walk = useWalk(of.example.proof);
  return html`<section class="card variant-example" aria-label=${`An example of ${of.name}`}>
    <div><${Board} small bare board=${board} marks=${walkMarks(board, walk)} lit=${lit} label="The example" /></div>
    <div><p class="overline">For example</p><${Walk} walk=${walk} onLit=${setLit} /></div>
  </section>`;
}

/** The board of a day; its result is kept in this browser. */
function Daily({ date }) {
  const { found: day, trouble } = useFetched(`/api/variants/daily?${query({ date })}`);
  const [notice, setNotice] = useState(null);
  if (!day) return html`<${Waiting} trouble=${trouble} words="Reading the rules …" />`;
  const { variant, size, level, seed } = day;
  const ending = (game) => boardOf(game).outcome === "won" && html`<${Result} day=${day} game=${game} onNotice=${setNotice} />
    <${Notice} notice=${notice} />`;
  const again = () => go(`variants/${variant}`);
  return html`<${Played} path=${boardPath(variant, { size, level, seed })} title=${html`<span class="variant-title">Daily</span>`} ending=${ending} onNew=${again}>
    <p class="small">The same board for everyone on ${day.date}. <a href=${`#variants/${variant}`}>An example, and other boards by this rule</a></p><//>`;
}

/** The line to share. */
export const dailyLine = ({ date, variant }, { seconds, helped }) =>
  `Daily variant ${date} (${variant}): won in ${clock(seconds)}${helped ? ", with help" : ""}`;

function Result({ day, game, onNotice }) {
  const [days, setDays] = useRemembered("variant-days", {});
  useEffect(() => {
    const { seconds, helped } = game;
    setDays((others) => ({ [day.date]: { seconds, helped }, ...others })); // the first win counts
  }, []);
  const kept = days[day.date] ?? game;
  const row = daysInARow(Object.keys(days), day.date);
  const line = dailyLine(day, kept);
  return html`<p><code class="share-line">${line}</code></p>
    ${row > 1 && html`<p class="small">${row} days in a row.</p>`}
    <p class="row"><${Tool} onClick=${() => copyText(line, "Copied.", onNotice)}>Copy<//>
      <${Tool} onClick=${() => copyLink(`#variants/daily/${day.date}`, "Link copied.", onNotice)}>Copy link<//></p>`;
}
