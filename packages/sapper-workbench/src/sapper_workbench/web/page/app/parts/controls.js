// Buttons, menus, dialogs and messages.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../preact.js";
import { sentence } from "../format.js";
import { titled } from "../keys.js";

/**
 * A button with `children` on it. Its tooltip has its `words`, else what is on it, and the key of the
 * binding `name` of a `group`. An `icon` is named by its words; the `main` one stands out; `pressed`
 * is for those that switch something; `off` disables it.
 */
export function Tool({ group, name, words, icon, main, pressed = null, off, onClick, children }) {
  const kind = `tool${main ? " tool-main" : ""}${icon ? " tool-icon" : ""}`;
  return html`<button type="button" class=${kind} aria-label=${icon ? words : null}
    aria-pressed=${pressed} disabled=${off} title=${titled(words ?? wordsOf(children), group, name)}
    onClick=${onClick}>${children}</button>`;
}

/** A button that must be pressed twice: it deletes something, or what else `asked` says then. */
export function Sure({ words, asked = "Press again to delete", onClick, children }) {
  const [sure, setSure] = useState(false);
  return html`<${Tool} words=${words} onClick=${() => (sure ? onClick() : setSure(true))}>${sure ? asked : children}<//>`;
}

/** The texts among children, without elements and what stands in them. */
const wordsOf = (children) =>
  [children]
    .flat(Infinity)
    .filter((child) => ["string", "number"].includes(typeof child))
    .join("")
    .trim();

const PATHS = {
  today: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4",
  play: "M7 21V4l11 4.5L7 13M4 21h7",
  puzzles: "M9 4a2 2 0 0 1 4 0v2h5v5h-2a2 2 0 0 0 0 4h2v5H4V6h5z",
  learn: "M12 6.5C9 4.5 6 4.5 3 5v13c3-.5 6-.5 9 1.5 3-2 6-2 9-1.5V5c-3-.5-6-.5-9 1.5zv13",
  watch: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0z",
  analyse: "M10.5 4a6.5 6.5 0 1 0 .01 0zM15.5 15.5L21 21M7.5 10.5h6",
  compare: "M5 20V11M12 20V4M19 20v-6M3 20h18",
  variants: "M12 3l8 4.6v8.8L12 21l-8-4.6V7.6zM12 8v8M8.5 10l7 4M15.5 10l-7 4",
  history: "M4 4v5h5M4.5 9a8 8 0 1 1-.5 4M12 8v4.5l3 2",
  studies: "M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM4 17.5A2 2 0 0 1 6 16h13M9 7h6",
  machine: "M8 8h8v8H8zM5 5h14v14H5zM9 2v3M15 2v3M9 19v3M15 19v3M2 9h3M2 15h3M19 9h3M19 15h3",
  believe: "M12 3v5M12 8l-6 5M12 8l6 5M6 13v3M18 13v3M4 16h4v4H4zM16 16h4v4h-4z",
  guess: "M5 4h14v16H5zM9.8 9a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M12 16h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  theme: "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z",
  preferences: "M3 7h10M19 7h2M3 17h2M11 17h10M16 4.5a2.5 2.5 0 1 0 .01 0zM8 14.5a2.5 2.5 0 1 0 .01 0z",
  help: "M12 3a9 9 0 1 0 .01 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.5c-.7.4-1 .8-1 1.5M12 16.5h.01",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  down: "M6 9l6 6 6-6",
};

/** An icon by name, hidden from screen readers. */
export function Icon({ name }) {
  return html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

/** `notice` is `{words, kind}`; the kind is "trouble" for errors, and "quiet" for what can be seen anyway. */
export function Notice({ notice }) {
  return html`<p class=${`notice ${notice?.kind ?? ""}`} role="status" aria-live="polite">
    ${sentence(notice?.words)}
  </p>`;
}

/** Shown where there is nothing else yet: a notice, the `words` or the `trouble` of one, or what follows. */
export function Waiting({ label, words, trouble, notice = trouble ? { words: trouble, kind: "trouble" } : { words }, children }) {
  return html`<main class="view view-one" id="main"><section class="stage waiting" aria-label=${label}>
    ${children ?? html`<${Notice} notice=${notice} />`}</section></main>`;
}

const STOPS = "button:not(:disabled), a[href], input:not(:disabled), select, summary";
const GAP_PIXELS = 4; // between the button and the panel
const MAX_PANEL_PIXELS = 384; // of the widest panel
let count = 0;

/**
 * A button with `face` on it, named `words`, and its panel with `children`. A click on a button or a
 * link in the panel closes it, except in an element with `data-stay`. `kind` is added to the classes
 * of the button, and `opener` is a reference that receives a function that opens the panel, and the form in it.
 */
export function Menu({ face, words, kind = "", current = false, opener, children }) {
  const panel = useRef();
  const button = useRef();
  const [id] = useState(() => `menu${(count += 1)}`);
  const [open, setOpen] = useState(false);
  if (opener)
    opener.current = () => {
      if (!panel.current.matches(":popover-open")) button.current.click();
      const form = panel.current.querySelector("details");
      if (form) form.open = true;
      (form?.querySelector("select") ?? panel.current.querySelector(STOPS)).focus();
    };
  const place = ({ newState }) => {
    setOpen(newState === "open");
    if (newState !== "open") return;
    const { left, right, top, bottom } = button.current.getBoundingClientRect();
    const { clientWidth: wide, clientHeight: high } = document.documentElement;
    const above = top > high - bottom;
    const after = left + right > wide;
    const inside = (at) => Math.max(Math.min(at, wide - MAX_PANEL_PIXELS), GAP_PIXELS);
    const places = {
      top: above ? "auto" : `${bottom + GAP_PIXELS}px`,
      bottom: above ? `${high - top + GAP_PIXELS}px` : "auto",
      left: after ? "auto" : `${inside(left)}px`,
      right: after ? `${inside(wide - right)}px` : "auto",
      "max-height": `${(above ? top : high - bottom) - 3 * GAP_PIXELS}px`,
    };
    for (const [name, value] of Object.entries(places)) panel.current.style.setProperty(name, value);
  };
  const chosen = (event) => {
    const item = event.target.closest("button, a");
    if (item && !item.closest("[data-stay]")) panel.current.hidePopover();
  };
  const pressed = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target.matches("input, select")) return;
    event.preventDefault();
    const stops = [...panel.current.querySelectorAll(STOPS)].filter((each) => each.offsetParent);
    const at = stops.indexOf(document.activeElement) + step;
    stops.at(at % stops.length)?.focus();
  };
  return html`<button type="button" class=${`tool menu-button ${kind}`} ref=${button} popovertarget=${id}
      aria-expanded=${open} aria-label=${words} title=${words} data-current=${current ? "" : null}
      onKeyDown=${(event) => open && event.key === "ArrowDown" && pressed(event)}>${face}</button>
    <div class="menu" id=${id} ref=${panel} popover="auto" role="group" aria-label=${words}
      onBeforeToggle=${place} onClick=${chosen}
      onSubmit=${() => panel.current.hidePopover()} onKeyDown=${pressed}>${children}</div>`;
}

/** A row of a menu: a button, or a link if it has an address; its keys or a note stand at its end. */
export function Item({ href, keys, note, off, pressed = null, current = null, onClick, children }) {
  const inside = html`<span>${children}</span>${note && html`<small class="soft">${note}</small>`}
    ${keys && html`<kbd>${keys}</kbd>`}`;
  if (href) return html`<a class="item" href=${href} aria-current=${current}>${inside}</a>`;
  return html`<button type="button" class="item" disabled=${off} aria-pressed=${pressed}
    onClick=${onClick}>${inside}</button>`;
}

/** A dialog under a title; besides Escape and its button, a click beside it and the key `closing` close it. */
export function Dialog({ kind = "", title, closing = null, onClose, children }) {
  const dialog = useRef();
  useEffect(() => dialog.current.showModal(), []);
  const leave = () => {
    dialog.current.close();
    onClose(); // at once: the next key may come before the dialog's own event
  };
  return html`<dialog class=${`help ${kind}`} ref=${dialog} aria-labelledby="dialog-title" onClose=${onClose}
    onClick=${(event) => event.target === dialog.current && leave()}
    onKeyDown=${(event) => event.key === closing && leave()}>
    <div class="help-head"><h2 id="dialog-title">${title}</h2>
      <${Tool} onClick=${leave}>Close<//></div>
    ${children}
  </dialog>`;
}

/** Its children, in a box that never gets shorter; a new `key` makes a new box. */
export function Steady({ children }) {
  const box = useRef();
  const tallest = useRef(0);
  useLayoutEffect(() => {
    const { height } = box.current.getBoundingClientRect();
    tallest.current = Math.max(tallest.current, Math.ceil(height));
    box.current.style.setProperty("min-height", `${tallest.current}px`);
  });
  return html`<div class="steady" ref=${box}>${children}</div>`;
}
