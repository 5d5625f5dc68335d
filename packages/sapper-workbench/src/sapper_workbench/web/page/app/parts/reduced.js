// States that only events change.

import { useEffect, useRef, useState } from "../preact.js";
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

/** Store values between visits, under their names, whenever they change. */
export function useStored(values) {
  for (const [name, value] of Object.entries(values)) useEffect(() => remember(name, value), [value]);
}
