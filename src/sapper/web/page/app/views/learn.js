// Learn: the rules that Mio has learned, each on a board, and Mio learning them again.

import { html, useEffect, useRef, useState } from "../kit.js";
import { get, query, messageOf, stream } from "../api.js";
import { Field } from "../parts/forms.js";
import { ExampleCard, RuleCard } from "../parts/rules.js";
import { useKeys } from "../keys.js";
import { go } from "../route.js";

export function Learn() {
  const lesson = useLesson();
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Rules">
      ${lesson.begun ? html`<${Lesson} lesson=${lesson} />` : html`<${Packaged} />`}
    </section>
    <aside class="side" aria-label="Learning">
      <${Teacher} lesson=${lesson} />
    </aside>
  </main>`;
}

const THEORY_WORDS = { paper: "the four rules of the paper", larger: "a larger theory" };

/** The rules that come with sapper; the visitor can watch a player that uses some of them. */
function Packaged() {
  const [rules, setRules] = useState([]);
  const [trouble, setTrouble] = useState(null);
  const [theory, setTheory] = useState("paper");
  const [off, setOff] = useState([]);
  useEffect(() => {
    const leaving = new AbortController();
    get("/api/rules", leaving.signal)
      .then(setRules)
      .catch((error) => setTrouble(messageOf(error)));
    return () => leaving.abort();
  }, []);
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
      <p class="soft">Each rule is shown on a small board where it decides a cell. Switch rules off and
        watch how Mio plays without them.</p>
      <p class="row">
        ${
          theories.length > 1 &&
          theories.map(
            (each) => html`<button type="button" key=${each} class="tool"
          aria-pressed=${theory === each} onClick=${() => {
            setTheory(each);
            setOff([]);
          }}>
          ${THEORY_WORDS[each] ?? each}</button>`,
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
          onChange=${toggle(rule.name)} /><span>use</span></label>
      <//>`,
      )}
    </div>`;
}

const SEARCHES = [
  ["greedy-macros", "greedy, with macros"],
  ["ida-macros", "best first (IDA), with macros"],
  ["ida", "best first (IDA), without macros"],
];

/** The settings of a lesson and its progress. */
function Teacher({ lesson }) {
  const [search, setSearch] = useState(SEARCHES[0][0]);
  const [seed, setSeed] = useState("0");
  const [rules, setRules] = useState("all");
  const begin = (event) => {
    event.preventDefault();
    lesson.start({ search, seed, rules });
  };
  useKeys(["all"], { stop: lesson.stop });
  return html`<section class="card">
    <h2>Watch Mio learn</h2>
    <p class="soft small">Mio searches for rules that explain examples of safe cells and mines, asks for
      counterexamples, and learns again. Finally it proves each rule, or drops it.</p>
    <form onSubmit=${begin}>
      <div class="fields">
        <${Field} label="Search" wide>
          <select name="search" value=${search} onChange=${(event) => setSearch(event.currentTarget.value)}>
            ${SEARCHES.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
          </select>
        <//>
        <${Field} label="Keep">
          <select name="rules" value=${rules} onChange=${(event) => setRules(event.currentTarget.value)}>
            <option value="all">all proved rules</option>
            <option value="paper">the paper’s rules</option>
          </select>
        <//>
        <${Field} label="Seed">
          <input type="number" name="seed" min="0" value=${seed}
            onInput=${(event) => setSeed(event.currentTarget.value)} />
        <//>
      </div>
      <p class="row">
        <button type="submit" class="button">${lesson.begun ? "Start again" : "Start"}</button>
        ${lesson.live && html`<button type="button" class="tool" onClick=${lesson.stop}>Stop</button>`}
        ${lesson.begun && html`<button type="button" class="tool" onClick=${lesson.leave}>Packaged rules</button>`}
      </p>
    </form>
  </section>
  ${lesson.begun && html`<${Figures} lesson=${lesson} />`}
  ${lesson.latest && html`<${ExampleCard} example=${lesson.latest} />`}`;
}

function Figures({ lesson }) {
  const { search, counts, live, end, trouble } = lesson;
  const at = search && `iteration ${search.iteration} of “${search.target}”`;
  const done = search ? search.positives - search.left : 0;
  const state = end ? "Learned" : live ? (at ?? "Drawing examples …") : "Stopped";
  return html`<section class="card" aria-label="Progress">
    <p class="overline" role="status">${trouble ?? state}</p>
    ${
      search &&
      live &&
      html`<progress max=${search.positives} value=${done}
      aria-label="positives covered"></progress>`
    }
    <dl class="figures">
      <div><dt>examples</dt><dd>${counts.examples}</dd></div>
      <div><dt>counterexamples</dt><dd>${counts.counterexamples}</dd></div>
      <div><dt>clauses explored</dt><dd>${counts.explored.toLocaleString("en")}</dd></div>
      <div><dt>rules found</dt><dd>${counts.rules}</dd></div>
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

const NOTHING = {
  begun: false,
  live: false,
  end: null,
  trouble: null,
  search: null,
  latest: null,
  found: [],
  proofs: {},
  counts: { examples: 0, counterexamples: 0, explored: 0, rules: 0 },
};

/** A lesson that streams in; events of one frame are shown together. */
function useLesson() {
  const [state, setState] = useState(NOTHING);
  const running = useRef(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  const start = async (fields) => {
    stop();
    const leaving = (running.current = new AbortController());
    let now = { ...NOTHING, begun: true, live: true };
    const explored = new Map(); // clauses explored, by iteration
    let pending = 0;
    const show = () => {
      pending = 0;
      if (running.current === leaving) setState(now);
    };
    const change = (what) => {
      now = { ...now, ...what };
      pending ||= requestAnimationFrame(show);
    };
    const count = (what) => ({ ...now.counts, ...what });
    const handlers = {
      example: (data) =>
        change({ latest: data, counts: count({ examples: now.counts.examples + 1 }) }),
      counterexample: (data) =>
        change({
          latest: { ...data, counter: true },
          counts: count({ counterexamples: now.counts.counterexamples + 1 }),
        }),
      search: (data) => change({ search: data }),
      rule: (data) => {
        const others = now.found.filter((rule) => rule.clause !== data.clause);
        explored.set(`${data.target} ${data.iteration}`, data.explored);
        const all = [...explored.values()].reduce((sum, each) => sum + each, 0);
        const counts = count({ rules: others.length + 1, explored: all });
        const drawn = now.found.find((rule) => rule.clause === data.clause);
        const board = data.board ? {} : { board: drawn?.board, marks: drawn?.marks };
        change({ found: [...others, { ...data, ...board }], counts });
      },
      proof: (data) => change({ proofs: { ...now.proofs, [data.clause]: data } }),
      end: (data) => change({ end: data }),
    };
    setState(now);
    try {
      await stream(
        `/api/learn?${query(fields)}`,
        (name, data) => handlers[name]?.(data),
        leaving.signal,
      );
    } catch (error) {
      const words = messageOf(error);
      if (words) change({ trouble: words });
    }
    change({ live: false });
  };
  const leave = () => {
    stop();
    running.current = null;
    setState(NOTHING);
  };
  return { ...state, start, stop, leave };
}
