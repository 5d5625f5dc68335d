// What the server answers to a request of a part of the page.

import { useEffect, useState } from "../preact.js";
import { get, messageOf } from "../api.js";

/**
 * The answer to a path, requested again when the `key` changes: `{found, trouble}`, both null before
 * it comes, and without a path.
 * @param {string | null} path
 * @returns {{found: any, trouble: string | null}}
 */
export function useFetched(path, key = path) {
  const [answer, setAnswer] = useState({ key: null, found: null, trouble: null });
  useEffect(() => {
    if (path === null) return undefined;
    const leaving = new AbortController();
    get(path, leaving.signal)
      .then((found) => setAnswer({ key, found, trouble: null }))
      .catch((error) => leaving.signal.aborted || setAnswer({ key, found: null, trouble: messageOf(error) }));
    return () => leaving.abort();
  }, [path, key]);
  return path !== null && answer.key === key ? answer : { found: null, trouble: null };
}
