// The frame around every view: navigation, help, and the facts about the server.

import { html, useEffect, useState } from "./preact.js";
import { get, messageOf } from "./api.js";
import { bindingsNow, focusOn, keysOf, setBindings, shownKeys, useKeys } from "./keys.js";
import { Dialog, Icon, Item, Menu, Tool, Waiting } from "./parts/controls.js";
import { turnFull } from "./parts/around.js";
import { Preferences } from "./preferences/dialog.js";
import { preferences, turnTheme } from "./preferences/preferences.js";
import { go, sharedLink, useRoute } from "./route.js";
import { WITHOUT } from "./transport.js";
import { First, isFirst } from "./views/first.js";
import { Play } from "./views/play.js";

/** Views with their components; those that a first visit does not need are loaded when they are.
 * @type {{name: string, label: string, view?: any, load?: () => Promise<any>}[]} */
const VIEWS = [
  { name: "today", label: "Today", load: async () => (await import("./views/today.js")).Today },
  { name: "play", label: "Play", view: Play },
  { name: "puzzles", label: "Puzzles", load: async () => (await import("./views/puzzles.js")).Puzzles },
  { name: "learn", label: "Learn", load: async () => (await import("./views/learn.js")).Learn },
  { name: "watch", label: "Watch", load: async () => (await import("./views/watch.js")).Watch },
  { name: "analyse", label: "Analyse", load: async () => (await import("./views/analyse.js")).Analyse },
];
/** Views in the menu, beside the tabs. @type {typeof VIEWS} */
const MORE = [
  { name: "variants", label: "Variants", load: async () => (await import("./views/variants.js")).Variants },
  { name: "history", label: "History", load: async () => (await import("./views/history.js")).History },
  { name: "studies", label: "Studies", load: async () => (await import("./views/studies.js")).Studies },
  { name: "compare", label: "Compare", load: async () => (await import("./views/compare.js")).Compare },
  { name: "machine", label: "Machine learns", load: async () => (await import("./views/machine.js")).Machine },
  { name: "believe", label: "Limited belief", load: async () => (await import("./views/believe.js")).Believe },
  { name: "guess", label: "Is this a guess?", load: async () => (await import("./views/guess.js")).Guess },
].filter(({ name }) => !WITHOUT.includes(name));
/** Why a view of an address is not here. */
function missingWords(name) {
  const label = { compare: "Compare", machine: "Machine learns", variants: "Variants", class: "A class" }[name];
  if (label) return `${label} is not part of this site: it needs sapper on your own machine (sapper serve).`;
  return `There is no page “${name}” here.`;
}

/** Shown in place of a view that is not here. */
const Nowhere = ({ route }) => html`<${Waiting} label="Not here"><header class="heading"><h2>Not here</h2>
  <p role="status">${missingWords(route.view)}</p><p class="row"><a class="button" href="#play">Play</a></p></header><//>`;

const NOWHERE = { name: "", label: "Not here", view: Nowhere };
const FIRST = { name: "first", label: "Welcome", view: First };
/** Views that others link to. @type {typeof VIEWS} */
const LINKED = [
  { name: "present", label: "Presentation", load: async () => (await import("./views/present.js")).Present },
  { name: "class", label: "Class", load: async () => (await import("./views/class.js")).Class },
].filter(({ name }) => !WITHOUT.includes(name));
const ALL = [...VIEWS, ...MORE, ...LINKED, FIRST];
/** The component of a view, null until it is loaded; `onTrouble` hears why it is not. */
function useLoaded(view, onTrouble) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (view.view) return;
    view
      .load?.()
      .then((found) => {
        view.view = found;
        redraw((/** @type {number} */ n) => n + 1);
      })
      .catch(() => onTrouble(`${view.label} could not be loaded.`));
  }, [view]);
  return view.view ?? null;
}

/** Load the other views: a pointer comes near their names. */
const expectViews = () => VIEWS[0].load?.().catch(() => {});

export function Shell() {
  const route = useRoute();
  const [about, setAbout] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const [help, setHelp] = useState(false);
  const [preferring, setPreferring] = useState(false);
  const shared = !route.view && sharedLink();
  const wanted = shared ? "analyse" : route.view || (isFirst() ? "first" : "today");
  const current = ALL.find(({ name }) => name === wanted) ?? NOWHERE;

  const View = useLoaded(current, setTrouble);

  const connect = () =>
    get("/api/about")
      .then((facts) => {
        setBindings(facts.keys, preferences().keys);
        setTrouble(null);
        setAbout(facts);
      })
      .catch((error) => setTrouble(messageOf(error)));
  useEffect(() => {
    connect();
  }, []);
  useEffect(() => {
    document.title = `${current.label} · sapper`;
  }, [current]);

  const toViews = [...VIEWS, ...MORE].map(({ name }) => [`view-${name}`, () => go(name)]);
  useKeys(["all"], { ...Object.fromEntries(toViews), full: turnFull, help: () => setHelp(!help),
    preferences: () => setPreferring(true) });

  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the board</a>
    <header class="top">
      <h1 class="unseen">${current.label}</h1>
      <span class="brand" aria-hidden="true"><${Mark} />sapper</span>
      <nav class="tabs" aria-label="Views" onPointerEnter=${expectViews} onFocusIn=${expectViews}>
        ${VIEWS.map(
          ({ name, label }) => html`<a key=${name} href=${`#${name}`} class="tab"
          aria-current=${name === current.name ? "page" : null}><${Icon} name=${name} /><span>${label}</span></a>`,
        )}
        <${Menu} words="More" kind="tab" current=${MORE.includes(current)}
          face=${html`<${Icon} name="more" /><span>More</span>`}>
          ${MORE.map(
            ({ name, label }) => html`<${Item} key=${name} href=${`./#${name}`}
            current=${name === current.name ? "page" : null}><${Icon} name=${name} />${label}<//>`,
          )}
          <hr />
          <${Item} onClick=${turnTheme}><${Icon} name="theme" />Light or dark<//>
          <${Item} keys=${keysFor("preferences")} onClick=${() => setPreferring(true)}><${Icon} name="preferences" />Preferences<//>
          <${Item} keys=${keysFor("help")} onClick=${() => setHelp(true)}><${Icon} name="help" />Help and keys<//>
        <//>
      </nav>
    </header>
    ${trouble && html`<p class="banner" role="alert">${trouble}
      <${Tool} onClick=${View ? connect : () => location.reload()}>Try again<//></p>`}
    ${about && View && html`<${View} key=${current.name} about=${about} route=${route} />`}
    ${preferring && html`<${Preferences} about=${about} onClose=${() => setPreferring(false)} />`}
    ${help && html`<${Help} view=${current} about=${about} onClose=${() => setHelp(false)} />`}
  `;
}

function skip(event) {
  event.preventDefault();
  focusOn(document.querySelector("[role=grid]") ? "[role=grid]" : "main button, main a");
}

function Mark() {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" />
    <path d="M12 25V7l11 5-9 5M8 25h10" />
  </svg>`;
}

const keysFor = (name) => keysOf("all", name);

function Help({ view, about, onClose }) {
  const [bindings] = useState(bindingsNow);
  const groups = Object.entries(about?.key_groups ?? {}).filter(([group]) => bindings.has(group)); // its own come first
  return html`<${Dialog} title=${`Keys in ${view.label}`} closing="?" onClose=${onClose}>
    ${!groups.length && html`<p>No keys do anything here.</p>`}
    <div class="help-groups">
      ${groups.map(
        ([group, title]) => html`<section key=${group}>
        <h3>${title}</h3>
        <dl class="keys">${rows(bindings.get(group)).map(
          ({ name, keys, help }) => html`<div key=${name}>
          <dt>${keys.map((key) => html`<kbd key=${key}>${key}</kbd> `)}</dt><dd>${help}</dd>
        </div>`,
        )}</dl>
      </section>`,
      )}
    </div>
    <p class="soft small">Cells are named [row, column], counting from 0. Point at a name to
      highlight the cell.${about && ` sapper ${about.version}.`}</p>
  <//>`;
}

/** The bindings of a group as rows of the table; the nine clues share one row. */
function rows(all) {
  const clues = all.filter(({ name }) => name.startsWith("clue-"));
  const found = all
    .filter((binding) => !clues.includes(binding))
    .map((binding) => ({ ...binding, keys: shownKeys(binding) }));
  if (clues.length)
    found.push({ name: "clues", keys: ["0 … 8"], help: "show this clue in the cell" });
  return found;
}
