// The address of the page, `#view/argument?field=…`.

import { useState } from "./preact.js";
import { positionText } from "./board/position.js";
import { useListener } from "./parts/hooks.js";
import { remember } from "./storage.js";

/** The parts of an address after its `#`: `{view, argument, fields}`. That of a day is one of Puzzles: `daily`,
 * `daily/DATE`, `daily/puzzle/1`. @param {string} hash */
export function routeOf(hash) {
  const [path, fields] = hash.replace(/^#\/?/, "").split("?");
  let [view, ...rest] = path.split("/");
  let argument = rest.join("/");
  try {
    argument = decodeURIComponent(argument);
  } catch {
    // A broken escape: keep the text as it is.
  }
  const daily = view === "daily" && /^(\d{4}-\d\d-\d\d)?\/?(?:puzzle\/(\d+))?$/.exec(argument);
  if (daily) [view, argument] = ["puzzles", ["daily", daily[1] ?? "today", daily[2]].filter(Boolean).join("/")];
  return { view, argument, fields: new URLSearchParams(fields ?? "") };
}

/** Go to a view; `quietly` changes the address without adding an entry to the history. @param {string} hash */
export function go(hash, quietly = false) {
  if (quietly) {
    history.replaceState(null, "", `${location.pathname}${location.search}#${hash}`);
    return;
  }
  location.hash = hash;
}

const LINKS = ["position", "analysis", "b", "board"];

/** The query of the address if it is a share link, else null. */
export function sharedLink() {
  return isShared(new URLSearchParams(location.search)) ? location.search : null;
}

/** Whether the fields of an address are those of a share link. @param {any} fields */
export const isShared = (fields) => LINKS.some((name) => fields.has(name));

/** Show a board in Analyse. @param {Board} board */
export function examine(board) {
  remember("position", positionText(board));
  go("analyse");
}

/** Remove a position's query from the address once the position is shown. @param {string} hash */
export function dropQuery(hash) {
  history.replaceState(null, "", `${location.pathname}#${hash}`);
}

export function useRoute() {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useListener(window, "hashchange", () => setRoute(routeOf(location.hash)));
  return route;
}
