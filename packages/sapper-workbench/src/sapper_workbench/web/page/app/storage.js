// Values that the browser stores between visits.

import { useEffect, useState } from "./preact.js";

const PREFIX = "sapper.";

/** The value stored under a name, else `otherwise`. Browsers may forbid storage.
 * @param {string} name @param {any} otherwise */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full: the value lasts for this visit only.
  }
}

/** A state that is stored between visits. @param {string} name @param {any} otherwise */
export function useRemembered(name, otherwise) {
  const [value, setValue] = useState(() => recall(name, otherwise));
  useEffect(() => remember(name, value), [name, value]);
  return [value, setValue];
}
