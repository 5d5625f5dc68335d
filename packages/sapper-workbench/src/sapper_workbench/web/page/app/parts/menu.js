// A button that opens a panel over the page, which leaves everything in its place.

import { html, useRef, useState } from "../preact.js";

const STOPS = "button:not(:disabled), a[href], input:not(:disabled), select, summary";
const AWAY = 4; // pixels between the button and the panel
const WIDEST = 384; // pixels of the widest panel
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
    const inside = (at) => Math.max(Math.min(at, wide - WIDEST), AWAY);
    const places = {
      top: above ? "auto" : `${bottom + AWAY}px`,
      bottom: above ? `${high - top + AWAY}px` : "auto",
      left: after ? "auto" : `${inside(left)}px`,
      right: after ? `${inside(wide - right)}px` : "auto",
      "max-height": `${(above ? top : high - bottom) - 3 * AWAY}px`,
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
  const into = (event) => {
    if (open && event.key === "ArrowDown") pressed(event);
  };
  return html`<button type="button" class=${`tool menu-button ${kind}`} ref=${button} popovertarget=${id}
      aria-expanded=${open} aria-label=${words} title=${words} data-current=${current ? "" : null}
      onKeyDown=${into}>${face}</button>
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
