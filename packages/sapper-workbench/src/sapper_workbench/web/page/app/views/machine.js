// Machine learns: the rules learned by Mio, each on a board, and Mio learning them again.

import { html, useState } from "../preact.js";
import { query } from "../api.js";
import { useKeys } from "../keys.js";
import { exploredIn, useLesson } from "../machine/learning.js";
import { useFetched } from "../parts/hooks.js";
import { Form, SeedInput, Select } from "../parts/forms.js";
import { ExampleCard, RuleCard } from "../parts/rules.js";
import { Tool } from "../parts/controls.js";
import { go } from "../route.js";

export function Machine() {
  const lesson = useLesson();
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Rules">${lesson.begun ? html`<${Lesson} lesson=${lesson} />` : html`<${Packaged} />`}</section>
    <aside class="side" aria-label="Learning"><${Teacher} lesson=${lesson} /></aside>
  </main>`;
}

const THEORY_WORDS = { paper: "the paper’s four rules", larger: "a larger set of rules" };

/** The rules that come with sapper; the visitor can watch a player that uses some of them. */
function Packaged() {
  const { found, trouble } = useFetched("/api/rules");
  const rules = found ?? [];
  const [theory, setTheory] = useState("paper");
  const [off, setOff] = useState([]);
  const theories = [...new Set(rules.map((rule) => rule.theory))];
  const shown = rules.filter((rule) => rule.theory === theory);
  const on = shown.filter((rule) => !off.includes(rule.name));
  const toggle = (name) => () =>
    setOff(off.includes(name) ? off.filter((each) => each !== name) : [...off, name]);
  const play = () => {
    const options = [];
    if (theory !== "paper") options.push(`theory=${theory}`);
    if (on.length < shown.length) options.push(`only=${on.map(({ name }) => name).join("+")}`);
    const player = options.length ? `mio(${options.join(", ")})` : "mio";
    go(`watch?${query({ player, level: "beginner8", first: "opening" })}`);
  };
  return html`
    <header class="heading">
      <h2>Rules that Mio learned</h2>
      <p class="soft">Each rule is shown on a small board where it decides a cell. Untick rules to
        see how Mio plays without them.</p>
      <p class="row">
        ${
          theories.length > 1 &&
          theories.map(
            (each) => html`<${Tool} key=${each} pressed=${theory === each} onClick=${() => {
              setTheory(each);
              setOff([]);
            }}>${THEORY_WORDS[each] ?? each}<//>`,
          )
        }
        <button type="button" class="button" disabled=${!on.length} onClick=${play}>
          Play with ${on.length === shown.length ? "these rules" : `${on.length} of ${shown.length}`}</button>
      </p>
    </header>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    ${!rules.length && !trouble && html`<p class="soft" role="status">Loading the rules …</p>`}
    <div class="rules">
      ${shown.map(
        (rule) => html`<${RuleCard} key=${`${theory} ${rule.name}`} rule=${rule}>
        <label class="check"><input type="checkbox" checked=${!off.includes(rule.name)}
          onChange=${toggle(rule.name)} /><span>use this rule</span></label>
      <//>`,
      )}
    </div>`;
}

const SEARCHES = [
  ["greedy-macros", "greedy, with macros"],
  ["ida-macros", "iterative deepening (IDA), with macros"],
  ["ida", "iterative deepening (IDA), without macros"],
];

/** The settings of a lesson and its progress. */
function Teacher({ lesson }) {
  const [search, setSearch] = useState(SEARCHES[0][0]);
  const [seed, setSeed] = useState("0");
  useKeys(["all"], { stop: lesson.stop });
  return html`<section class="card">
    <h2>Watch Mio learn</h2>
    <p class="soft small">Mio searches for rules that explain examples of safe cells and mines, asks for
      counterexamples, and learns again. Finally it proves each rule, or drops it.</p>
    <${Form} onSubmit=${() => lesson.begin({ search, seed })}>
      <div class="fields">
        <${Select} label="Search" wide name="search" value=${search} options=${SEARCHES}
          onChange=${setSearch} />
        <${SeedInput} value=${seed} placeholder="0" onChange=${setSeed} />
      </div>
      <p class="row">
        <button type="submit" class="button">${lesson.begun ? "Start again" : "Start"}</button>
        ${lesson.live && html`<${Tool} onClick=${lesson.stop}>Stop<//>`}
        ${lesson.begun && html`<${Tool} onClick=${lesson.clear}>Packaged rules<//>`}
      </p>
    <//>
  </section>
  ${lesson.begun && html`<${Figures} lesson=${lesson} />`}
  ${lesson.latest && html`<${ExampleCard} example=${lesson.latest} />`}`;
}

function Figures({ lesson }) {
  const { search, counts, found, live, end, trouble } = lesson;
  const at = search && `Iteration ${search.iteration} of “${search.target}”`;
  const done = search ? search.positives - search.left : 0;
  const state = end ? "Learned" : live ? (at ?? "Drawing examples …") : "Stopped";
  return html`<section class="card" aria-label="Progress">
    <p class="overline" role="status">${trouble ?? state}</p>
    ${search && live && html`<progress max=${search.positives} value=${done}
      aria-label="positives covered"></progress>`}
    <dl class="figures">
      <div><dt>examples</dt><dd>${counts.examples}</dd></div>
      <div><dt>counterexamples</dt><dd>${counts.counterexamples}</dd></div>
      <div><dt>clauses explored</dt><dd>${exploredIn(lesson).toLocaleString("en")}</dd></div>
      <div><dt>rules found</dt><dd>${found.length}</dd></div>
    </dl>
  </section>`;
}

/** The rules found so far; at the end, with their proofs. */
function Lesson({ lesson }) {
  const { found, proofs, end } = lesson;
  const names = new Map((end?.rules ?? []).map(({ name, clause }) => [clause, name]));
  return html`
    <header class="heading">
      <h2>${end ? `A theory of ${end.theory.length} rules` : "Mio is learning"}</h2>
      ${!found.length && html`<p class="soft">The first rules appear after a few seconds.</p>`}
    </header>
    <div class="rules">
      ${[...found].reverse().map(
        (rule) => html`<${RuleCard} key=${rule.clause}
        rule=${{ ...rule, name: names.get(rule.clause) }} proof=${proofs[rule.clause]} />`,
      )}
    </div>`;
}
