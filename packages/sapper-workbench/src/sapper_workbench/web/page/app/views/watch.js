// Watch: a player's moves stream in, each with the strategy that decided, its time and its reason.

import { html, useRef } from "../preact.js";
import { Board } from "../board/board.js";
import { counted, duration, titleOf } from "../format.js";
import { BoardMenu, Counters, Elsewhere, Face, hasGold, useZoom, WorldLegend } from "../parts/around.js";
import { Table } from "../parts/figures.js";
import { DecisionCard } from "../parts/reasons.js";
import { BoardFields, Form, PlayerField, Select } from "../parts/forms.js";
import { Icon, Item, Menu, Notice, Steady, Tool } from "../parts/controls.js";
import { Stepper } from "../parts/stepper.js";
import { examine } from "../route.js";
import { WITHOUT } from "../transport.js";
import { keysOf, useKeys } from "../keys.js";
import { DemoButtons, splitsOf } from "../watch/demo.js";
import { FindingCard } from "../watch/finding.js";
import { Pair, Parted } from "../watch/pair.js";
import { saidOf, useScene, useShown, useWatching } from "../watch/watching.js";

/** The players to choose from first; all others are under More. */
const PEOPLE = [
  { recipe: "swift", label: "A careful one", words: "Proves what it can. If it must guess, it compares the chances of winning." },
  { recipe: "single-point", label: "A gambler", words: "Looks at one clue at a time. If that is not enough, it opens any cell." },
  { recipe: "mio", label: "A learner", words: "Uses only rules that it learned from examples, and says which." },
];

const STEP_ON = "There is no question here. Press Play, or → for the next move.";

export function Watch({ about, route }) {
  const watching = useWatching(about, route);
  const { state, set, setNotice, watched, rival, next, stop, turnFinding } = watching;
  const shown = useShown(watching, about);
  const scene = useScene(watching, shown);
  const { board, other, ended, finding, hidden } = shown;
  const zoom = useZoom();
  const settings = useRef();
  const does = {
    new: () => next(),
    probabilities: () => set({ risks: !state.risks }),
    examine: () => examine(board),
    ...(!rival && { find: turnFinding }),
  };
  useKeys(["watch"], hidden ? {} : does);
  useKeys(["all"], { stop, settings: () => settings.current?.() });

  const act = (gesture, cell) => {
    if (hidden) finding.say(cell, gesture === "flag" ? "mine" : "safe");
    else if (!watched.replay) next();
    else if (state.finds && !ended) setNotice({ words: STEP_ON });
  };
  // Two boards are as large as they fit side by side.
  const sizes = other && zoom.zoom === "auto" ? { ...zoom, zoom: "fit" } : zoom;
  const first = html`<${Board} numbered ...${scene} ...${sizes} cursor=${shown.cursor}
    keys=${hidden ? "always" : "focused"} label="Game watched" onAct=${act} />`;
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Game watched">
      <${Counters} board=${board}
        start=${html`<${Settings} watching=${watching} about=${about} opener=${settings} />`}
        tools=${html`<${BoardMenu} zoom=${zoom} board=${board}>
          <${Item} keys=${keysOf("watch", "probabilities")} pressed=${state.risks} onClick=${does.probabilities}>Risks<//>
          <${Item} keys=${keysOf("watch", "examine")} off=${!watched.replay} onClick=${does.examine}>Analyse this position<//>
        <//>`}>
        <span class="tool-icon"><${Face} mood=${board.outcome} /></span>
      <//>
      ${
        other
          ? html`<${Pair} player=${watched.player} first=${first} outcome=${board.outcome} rival=${rival}
              shown=${other} lit=${state.lit} zoom=${sizes.zoom} />`
          : first
      }
      <${Dock} watching=${watching} shown=${shown} scene=${scene} />
      <${Notice} notice=${saidOf(watching, shown)} />
    </section>
    <${Side} watching=${watching} shown=${shown} about=${about} />
  </main>`;
}

/** The menu of the players and the board, whose form starts a game. */
function Settings({ watching, about, opener }) {
  const { state, set, watched, refused, next } = watching;
  const { choice, recipe, against } = state;
  const { deal } = watched;
  const player = refused ? recipe : (watched.player ?? recipe);
  const second = deal ? deal.against : against;
  const recipes = [...new Set([against, ...about.players.map(({ name }) => name)].filter(Boolean))];
  return html`<${Menu} words="Player and board" kind="level" opener=${opener}
    face=${html`<span>${second ? `${player} and ${second}` : player} · ${titleOf(choice.level)}</span><${Icon} name="down" />`}>
    <${People} watching=${watching} />
    <details data-stay><summary class="menu-words">More players and boards</summary>
    <${Form} class="menu-form" data-stay onSubmit=${() => next()}>
      <${PlayerField} key=${state.forms} recipe=${recipe} about=${about} onChange=${(to) => set({ recipe: to })} />
      <${Select} label="Second player" name="against" value=${against} options=${[["", "none"], ...recipes]}
        onChange=${(to) => set({ against: to })} />
      <${BoardFields} choice=${choice} about=${about} demo onChange=${(to) => set({ choice: to })} />
      <button type="submit" class="button">Start</button>
    <//></details>
    ${deal && html`<p class="soft small menu-words">This game has seed ${deal.seed}${
      deal.number ? `, deal ${deal.number}` : ""
    }. The address of this page plays it again.</p>`}
  <//>`;
}

/** The players to choose from first, each with a sentence; a click begins a game. */
function People({ watching }) {
  const { state, watch } = watching;
  return PEOPLE.map(
    ({ recipe, label, words }) => html`<button key=${recipe} type="button" class="item person" aria-pressed=${state.recipe === recipe}
      onClick=${() => watch(recipe)}><span><b>${label}</b><small class="soft">${words}</small></span></button>`,
  );
}

function Dock({ watching, shown, scene }) {
  const { state, watched, rival, count, live, stepper, next, stop, turnFinding } = watching;
  const { finding, hidden, other } = shown;
  const { replay } = watched;
  return html`<div class="dock dock-steps">
    <${Stepper} stepper=${stepper} count=${count} live=${live} onBegin=${replay || live ? null : () => next()}
      keyed=${!hidden} onForward=${hidden ? finding.reveal : undefined} />
    <div class="tools">
      ${replay && html`<${Tool} group="watch" name="new" onClick=${() => next()}>New board<//>`}
      ${!rival && html`<${Tool} group="watch" name="find" pressed=${state.finds} words="Find the moves yourself" onClick=${turnFinding}>Find it yourself<//>`}
      ${live && html`<${Tool} group="all" name="stop" words="Stop thinking" onClick=${stop}>Stop<//>`}
    </div>
    <${Elsewhere} overlay=${scene.overlay} marks=${scene.marks} />
    ${other && html`<p class="legend"><span><i class="swatch swatch-apart"></i>the other board differs</span></p>`}
  </div>`;
}

function Side({ watching, shown, about }) {
  const { state, set, watched, rival, stepper, watchLimited } = watching;
  const { board, cursor, over, other, coming, finding, step, waits, walk } = shown;
  const { choice, recipe, finds } = state;
  const { replay } = watched;
  const onLit = (lit) => set({ lit });
  const card = (of, next, player, steps) => of && html`<${DecisionCard} decision=${of.decision} made=${!next}
    title=${`${player ? `${player}: move` : "Move"} ${of.number}${next ? " comes next" : ""}`} walk=${steps} waits=${next && waits} onLit=${onLit} />`;
  const gold = replay ? hasGold(replay.start) : about.worlds.includes(choice.level);
  return html`<aside class="side" aria-label="About the game">
    ${replay && html`<${Steady} key=${watched.game}>
        ${finds && html`<${FindingCard} finding=${finding} cursor=${cursor} onLit=${onLit} />`}
        ${other && html`<${Parted} game=${watched} rival=${rival} apart=${other.apart} onStep=${stepper.to} />`}
        ${card(step, coming, other && watched.player, walk)}
        ${card(other?.step, other?.coming, rival?.player)}
      <//>`}
    ${over && html`<${Ending} end=${over} player=${other && watched.player} />`}
    ${other?.ended && html`<${Ending} end=${other.ended} player=${rival.player} />`}
    ${!replay && html`<section class="card welcome">
      <h2>Watch a player think</h2>
      <p>Press Play, or choose a careful player, a gambler or a learner in the menu above. Each move comes
        with its reason; step back and forth with ← and →.</p>
    </section>`}
    ${splitsOf(recipe) != null && html`<${DemoButtons} recipe=${recipe} choice=${choice}
      about=${about} onWatch=${watchLimited}
      levels=${state.levels} onLevels=${() => set({ levels: !state.levels })} />`}
    ${recipe.startsWith("mio") && !WITHOUT.includes("machine") && html`<p class="soft small">Mio plays by rules that it learned:${" "}
      <a href="#machine">watch a machine learn</a>.</p>`}
    ${gold && html`<${WorldLegend} rules=${board.rules} />`}
  </aside>`;
}

/** The outcome of a game, and the moves by strategy. */
function Ending({ end, player }) {
  const decisions = Object.entries(end.decisions ?? {}).sort((a, b) => b[1] - a[1]);
  const figures = [
    counted(end.moves, "move", "moves"),
    counted(end.guesses, "guess", "guesses"),
    duration(end.seconds), // nothing without a decision
  ];
  const result = { won: "Won", lost: "Lost" }[end.outcome];
  return html`<section class=${`card result ending result-${end.outcome}`}>
    <h2>${player && `${player}: `}${result ?? "Unfinished"}${" "}
      <span class="soft">after ${figures.filter(Boolean).join(", ")}</span></h2>
    ${end.false_proofs > 0 && html`<p class="trouble">${
      counted(end.false_proofs, "move that a strategy called", "moves that strategies called")} certain turned out wrong.</p>`}
    ${!result && html`<p>No strategy of this player decided the next move.</p>`}
    ${decisions.length > 0 && html`<${Table} label="Decisions by strategy" caption="Decisions by strategy" heads=${["strategy", "moves", "time"]}
      rows=${decisions.map(([name, count]) => [name, count, duration(end.seconds_by_strategy?.[name])])} />`}
  </section>`;
}
