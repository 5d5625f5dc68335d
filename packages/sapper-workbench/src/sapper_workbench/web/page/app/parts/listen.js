// Events of the window and the document, in components.

import { useEffect, useRef } from "../preact.js";

/** Call the latest `handler` for the events of a target as long as the component is shown. */
export function useListener(target, name, handler) {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const hear = (event) => latest.current(event);
    target.addEventListener(name, hear);
    return () => target.removeEventListener(name, hear);
  }, [target, name]);
}
