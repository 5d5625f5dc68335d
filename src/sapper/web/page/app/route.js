// The address of the page, `#view/argument?field=…`, and the state kept between visits.

import { positionText } from "./board/speech.js";
import { useEffect, useState } from "./kit.js";

/** Read the address: `{view, argument, fields}`. */
export function whereabouts() {
  const [path, fields] = location.hash.replace(/^#\/?/, "").split("?");
  const [view, ...rest] = path.split("/");
  let argument = rest.join("/");
  try {
    argument = decodeURIComponent(argument);
  } catch {
    // A broken escape: keep the text as it is.
  }
  return { view, argument, fields: new URLSearchParams(fields ?? "") };
}

/** Go to a view; `quietly` changes the address without adding an entry to the history. */
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
  const fields = new URLSearchParams(location.search);
  return LINKS.some((name) => fields.has(name)) ? location.search : null;
}

/** Show a board in Analyse. */
export function examine(board) {
  remember("position", positionText(board));
  go("analyse");
}

/** Remove a position's query from the address once the position is shown. */
export function dropQuery(hash) {
  history.replaceState(null, "", `${location.pathname}#${hash}`);
}

export function useRoute() {
  const [route, setRoute] = useState(whereabouts);
  useEffect(() => {
    const changed = () => setRoute(whereabouts());
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);
  return route;
}

const PREFIX = "sapper.";

/** The value stored under a name, else `otherwise`. Browsers may forbid storage. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full: the value lasts for this visit only.
  }
}

/** A state that is kept between visits. */
export function useRemembered(name, otherwise) {
  const [value, setValue] = useState(() => recall(name, otherwise));
  useEffect(() => remember(name, value), [name, value]);
  return [value, setValue];
}
