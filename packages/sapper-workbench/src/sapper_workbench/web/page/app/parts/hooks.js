// States, answers of the server and events, in components.

import { useEffect, useRef, useState } from "../preact.js";
import { get, messageOf, post, report } from "../api.js";
import { remember } from "../storage.js";

/**
 * The state of a part of the page: `{state, send, latest}`. `send(event)` makes `reduce(state, event)`
 * the state at once and returns it, because keys may come faster than frames; the page shows it with
 * the next frame. `latest()` is the state now.
 * @template State, Event
 * @param {(state: State, event: Event) => State} reduce
 * @param {() => State} begin
 */
export function useReduced(reduce, begin) {
  const [state, show] = useState(begin);
  const now = useRef(state);
  const [{ send, latest }] = useState(() => ({
    /** @param {Event} event */
    send: (event) => {
      now.current = reduce(now.current, event);
      show(now.current);
      return now.current;
    },
    latest: () => now.current,
  }));
  return { state, send, latest };
}

/** Store values between visits, under their names, whenever they change. @param {any} values */
export function useStored(values) {
  for (const [name, value] of Object.entries(values)) useEffect(() => remember(name, value), [value]);
}

/**
 * The answer to a path, requested again when the `key` changes: `{found, trouble}`, both null before
 * it comes, and without a path; with `stays`, the answer before stays until then. A `body` is posted,
 * and the last answer to it kept.
 * @param {string | null} path @param {any} key @param {any} body
 * @returns {{found: any, trouble: string | null}}
 */
export function useFetched(path, key = path, body = null, stays = false) {
  const [answer, setAnswer] = useState({ key: null, found: null, trouble: null });
  useEffect(() => {
    if (path === null || (body && answer.key === key)) return undefined;
    const leaving = new AbortController();
    (body ? post(path, body, leaving.signal) : get(path, leaving.signal))
      .then((found) => setAnswer({ key, found, trouble: null }))
      .catch((error) => leaving.signal.aborted || setAnswer({ key, found: stays ? answer.found : null, trouble: messageOf(error) }));
    return () => leaving.abort();
  }, [path, key]);
  return path !== null && (stays || answer.key === key) ? answer : { found: null, trouble: null };
}

/**
 * The analysis of `board`, from `ask()`; null while it is not `wanted`. Only one request is under
 * way at a time: if the board changes meanwhile, the next request follows, and the last analysis
 * stays until its answer arrives.
 * @param {Board} board @param {any} wanted @param {any} ask @param {any} onTrouble
 */
export function useAnalysis(board, wanted, ask, onTrouble) {
  const [analysis, setAnalysis] = useState(null);
  const now = useRef({ busy: false, asked: null });
  now.current.board = wanted ? board : null;
  now.current.ask = ask;

  const next = async () => {
    const turn = now.current;
    if (turn.busy || !turn.board || turn.asked === turn.board) return;
    turn.busy = true;
    turn.asked = turn.board;
    try {
      const answer = await turn.ask();
      if (turn.board) setAnalysis(answer);
    } catch (error) {
      report(error, onTrouble);
    } finally {
      turn.busy = false;
      next();
    }
  };
  useEffect(() => {
    if (wanted && board) {
      next();
    } else {
      now.current.asked = null;
      setAnalysis(null);
    }
  }, [board, wanted]);
  return wanted ? analysis : null;
}

/** Call the latest `handler` for the events of a target as long as the component is shown.
 * @param {EventTarget} target @param {string} name @param {any} handler */
export function useListener(target, name, handler) {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    /** @param {any} event */
    const hear = (event) => latest.current(event);
    target.addEventListener(name, hear);
    return () => target.removeEventListener(name, hear);
  }, [target, name]);
}
