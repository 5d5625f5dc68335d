// Keyboard shortcuts. The server's table names them; each view has their handlers.

import { useLayoutEffect, useRef } from "./preact.js";

/** @type {any[]} */
let served = [];
/** @type {any[]} */
let table = []; // the served one with the visitor's own keys
/** @type {Set<{current: any}>} */
const listeners = new Set(); // references to {groups, handlers}

/** Set the table of bindings, each `{name, keys, group, help}`, and the visitor's `own` keys.
 * @param {any[]} bindings */
export function setBindings(bindings, own = {}) {
  served = bindings ?? [];
  rebind(own);
}

/** Use the visitor's own keys of some bindings: `{"group name": [key, …]}`. @param {any} own */
export function rebind(own) {
  table = served.map((each) => ({ ...each, keys: own[`${each.group} ${each.name}`] ?? each.keys }));
}

/** The bindings of a group. @param {string} group */
export const bindingsOf = (group) => table.filter((each) => each.group === group);

/** The binding of some groups that has a key, or undefined. @param {string} key @param {string[]} groups */
export const takenBy = (key, groups) =>
  table.find((each) => groups.includes(each.group) && each.keys.includes(key));

/** The bindings that have a handler now, by group, in the table's order. */
export function bindingsNow() {
  const groups = new Map();
  for (const binding of table) {
    const { group, name } = binding;
    if (![...listeners].some(({ current }) => current.groups.includes(group) && current.handlers[name])) continue;
    groups.set(group, [...(groups.get(group) ?? []), binding]);
  }
  return groups;
}

/** Give the focus to the first element that a selector finds. @param {string} selector */
export function focusOn(selector) {
  const found = document.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

/** @type {Record<string, string>} */
const SHOWN = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page up",
  PageDown: "Page down",
  Escape: "Esc",
  " ": "Space",
};

/** The keys of a binding as they are shown. @param {any} binding */
export function shownKeys(binding) {
  return binding.keys.map((/** @type {string} */ key) => SHOWN[key] ?? key);
}

/** The keys of a binding as words, empty without one. @param {string} group @param {string} name */
export function keysOf(group, name) {
  const binding = table.find((each) => each.group === group && each.name === name);
  return binding ? shownKeys(binding).join(", ") : "";
}

/** A tooltip with the key of a control: "hint (h)".
 * @param {string} words @param {string} group @param {string} name */
export function titled(words, group, name) {
  const keys = keysOf(group, name);
  return keys ? `${words} (${keys})` : words;
}

/** The name of the binding of a key event in some groups, or undefined.
 * @param {any} event @param {string[]} groups */
export function nameOf(event, groups) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return takenBy(event.key, groups)?.name;
}

const TYPING = "input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, input";
const OPEN = ".menu:popover-open";

/** @param {any} event */
function meantForControl(event) {
  /** @param {string} selector */
  const within = (selector) => event.target?.closest?.(selector) ?? null;
  if (within("dialog") || within(TYPING)) return true;
  if (event.key === "Escape" && event.target?.ownerDocument?.querySelector(OPEN)) return true; // closes it
  return [" ", "Enter"].includes(event.key) && within(PRESSED) !== null;
}

/** The handler of a key event, wherever the focus is; none while a control needs the key itself.
 * @param {any} event @param {any} given1 */
export function handlerOf(event, { groups, handlers }) {
  if (event.defaultPrevented || meantForControl(event)) return undefined;
  return handlers[nameOf(event, groups)];
}

/** Let keys in `root` call the handlers of `latest.current`; returns a function that ends this.
 * @param {any} latest */
export function listenForKeys(latest, root = window) {
  /** @param {any} event */
  const pressed = (event) => {
    const act = handlerOf(event, latest.current);
    if (!act) return;
    event.preventDefault();
    act(event);
  };
  listeners.add(latest);
  root.addEventListener("keydown", pressed);
  return () => {
    listeners.delete(latest);
    root.removeEventListener("keydown", pressed);
  };
}

/**
 * Let the keys of these groups call the handlers of their names, wherever the focus is – except
 * while typing into a field, or pressing a focused button. With a reference to an element, only keys
 * pressed in it count, before those of the window.
 * @param {string[]} groups @param {Record<string, any>} handlers @param {{current: any} | null} [within]
 */
export function useKeys(groups, handlers, within = null) {
  const latest = useRef();
  latest.current = { groups, handlers };
  useLayoutEffect(() => listenForKeys(latest, within?.current ?? window), []);
}
