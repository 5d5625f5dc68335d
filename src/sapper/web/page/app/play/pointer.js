// The path of the pointer: that of a game played here, and in a replay that has one, up to the time
// that is shown.

import { useEffect, useRef, useState } from "../preact.js";
import { PLAYED } from "../parts/stepper.js";

const paths = new Map(); // by the name of a game on the server, for this visit

/** Keep the path of a game, `[[milliseconds, cell], …]`. */
export function keepPath(game, path) {
  if (path?.length) paths.set(game, path);
}

const LONGEST = 20_000; // cells of a path

/**
 * Record the path of the pointer in a game that begins here, for its review in this visit. Returns the
 * function to call with each cell that the pointer enters. Times count from the first move.
 */
export function useRecorded(game, finished) {
  const kept = useRef({});
  const begun = Boolean(game?.moves);
  if (kept.current.id !== game?.id) kept.current = { id: game?.id, points: begun ? null : [] };
  useEffect(() => {
    if (begun) kept.current.from ??= performance.now();
  }, [game?.id, begun]);
  useEffect(() => {
    const { id, points, from } = kept.current;
    if (finished && points) keepPath(id, points.map(([at, cell]) => [at - from, cell]));
  }, [finished]);
  return (cell) => {
    const { points } = kept.current;
    if (cell && !finished && points?.length < LONGEST) points.push([performance.now(), cell]);
  };
}

/** The cells of a path after one time and up to another. */
export const between = (path, from, to) =>
  path.filter(([at]) => at > from && at <= to).map(([, cell]) => cell);

/**
 * The cells that the pointer came to: those between the last two steps, or, while the game plays at
 * its own speed, those since the last step. `took` are the milliseconds of each step.
 */
export function useTrail(game, took, { at, due, playing, speed, atEnd }) {
  const path = paths.get(game);
  const moving = Boolean(path && took) && playing && speed === PLAYED && !atEnd;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!moving) return undefined;
    let frame = 0;
    const tick = () => {
      setNow(performance.now());
      frame = requestAnimationFrame(tick);
    };
    tick();
    return () => cancelAnimationFrame(frame);
  }, [moving, at]);
  if (!path || !took) return null;
  const timeOf = (step) => took.slice(0, step).reduce((sum, each) => sum + each, 0);
  const made = timeOf(at);
  if (moving) return between(path, made, made + took[at] - Math.max(0, due - now));
  return at ? between(path, at > 1 ? timeOf(at - 1) : -Infinity, made) : null;
}
