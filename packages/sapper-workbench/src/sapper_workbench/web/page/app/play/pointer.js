// The path of the pointer: recorded while a game is played, and shown in its review.

import { useEffect, useRef, useState } from "../preact.js";
import { PLAYED } from "../parts/stepper.js";

const LONGEST = 1000; // cells before a move: what the server takes

/**
 * Record the path of the pointer in a game while it is `playing`: `point(cell)` takes each cell that the
 * pointer enters, and `until(time)` returns the path up to then, without what it returned before, as
 * `[[milliseconds before, cell], …]`.
 */
export function useRecorded(game, playing) {
  const kept = useRef({});
  if (kept.current.id !== game?.id) kept.current = { id: game?.id, points: [] };
  return {
    point: (cell) => {
      if (cell && playing) kept.current.points = [...kept.current.points.slice(1 - LONGEST), [performance.now(), cell]];
    },
    until: (time) => {
      const { points } = kept.current;
      kept.current.points = points.filter(([at]) => at > time);
      return points.filter(([at]) => at <= time).map(([at, cell]) => [Math.round(time - at), cell]);
    },
  };
}

/**
 * The cells that the pointer came to: those before the last step, or, while the game plays at its own
 * speed, those since then. `took` are the milliseconds of each step.
 */
export function useTrail(steps, took, { at, due, playing, speed, atEnd }) {
  const coming = steps[at]?.path;
  const moving = Boolean(coming && took) && playing && speed === PLAYED && !atEnd;
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
  const shown = moving ? coming.filter(([before]) => before >= due - now) : steps[at - 1]?.path;
  return shown?.map(([, cell]) => cell) ?? null;
}
