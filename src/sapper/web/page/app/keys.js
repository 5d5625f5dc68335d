// Keys: the server's table says what they are called, a view says what they do.

import { useLayoutEffect, useRef } from "./kit.js";

let table = [];
const heard = new Set(); // who listens now, each with its {groups, handlers} as `current`

/** Take the table of bindings from the server: `{name, keys, group, help}` each. */
export function learnKeys(bindings) {
  table = bindings ?? [];
}

/** The bindings that do something now, by group, in the table's order. */
export function bindingsNow() {
  const groups = new Map();
  for (const binding of table) {
    const { group, name } = binding;
    const does = ({ current }) => current.groups.includes(group) && current.handlers[name];
    if (![...heard].some(does)) continue;
    groups.set(group, [...(groups.get(group) ?? []), binding]);
  }
  return groups;
}

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

/** The keys of a binding as people read them. */
export function shownKeys(binding) {
  return binding.keys.map((key) => SHOWN[key] ?? key);
}

/** A title that tells a control's key, for those who hover: "hint (h)". */
export function titled(words, group, name) {
  const binding = table.find((each) => each.group === group && each.name === name);
  return binding ? `${words} (${shownKeys(binding).join(", ")})` : words;
}

/** The name of what a key event does in some groups, or undefined. */
export function nameOf(event, groups) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return table.find((each) => groups.includes(each.group) && each.keys.includes(event.key))?.name;
}

const TYPING = "input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, input";

function meantForControl(event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog") || target.closest(TYPING)) return true;
  return [" ", "Enter"].includes(event.key) && target.closest(PRESSED) !== null;
}

/**
 * Let keys of these groups call the handlers of their names, wherever the focus is – but never
 * what is typed into a field, nor what presses a focused button.
 */
export function useKeys(groups, handlers) {
  const latest = useRef();
  latest.current = { groups, handlers };
  useLayoutEffect(() => {
    const pressed = (event) => {
      if (event.defaultPrevented || meantForControl(event)) return;
      const act = latest.current.handlers[nameOf(event, latest.current.groups)];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    heard.add(latest);
    window.addEventListener("keydown", pressed);
    return () => {
      heard.delete(latest);
      window.removeEventListener("keydown", pressed);
    };
  }, []);
}
