// Where the visitor is: `#view/argument?field=…`, and what is remembered between visits.

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
    // a broken escape: taken as it stands
  }
  return { view, argument, fields: new URLSearchParams(fields ?? "") };
}

/** Go to a view; `quietly` changes the address without a step in the history. */
export function go(hash, quietly = false) {
  if (quietly) {
    history.replaceState(null, "", `${location.pathname}${location.search}#${hash}`);
    return;
  }
  location.hash = hash;
}

const LINKS = ["position", "analysis", "b", "board"];

/** The query of the address where it is a share link, else null. */
export function sharedLink() {
  const fields = new URLSearchParams(location.search);
  return LINKS.some((name) => fields.has(name)) ? location.search : null;
}

/** Show a board in Analyse. */
export function examine(board) {
  remember("position", positionText(board));
  go("analyse");
}

/** Take a position's query off the address, once it is shown. */
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

/** What was remembered under a name, else `otherwise`; storage may be forbidden. */
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
    // then it is forgotten
  }
}

/** A state that is remembered between visits. */
export function useRemembered(name, otherwise) {
  const [value, setValue] = useState(() => recall(name, otherwise));
  useEffect(() => remember(name, value), [name, value]);
  return [value, setValue];
}
