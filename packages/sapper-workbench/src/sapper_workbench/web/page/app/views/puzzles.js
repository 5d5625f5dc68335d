// Puzzles: to train with, rated and repeated; and the board and puzzles of the day.

import { html, useEffect, useRef, useState } from "../preact.js";
import { get, query, report } from "../api.js";
import { indexOf } from "../board/position.js";
import { useKeys } from "../keys.js";
import { Answering } from "../parts/exercise.js";
import { Notice, Tool } from "../parts/controls.js";
import { useWalk } from "../parts/reasons.js";
import { addressOfDay, Calendar, Day } from "../puzzles/daily.js";
import { kindWords, StandingCard, StreakCard, TaskCard, Themes, themeWords, VerdictCard } from "../puzzles/cards.js";
import { puzzleMarks, useSolver } from "../puzzles/solving.js";
import { examine, go } from "../route.js";
import { useRemembered } from "../storage.js";

const NARROW_PIXELS = 600; // a window in which wide boards scroll
const FITTING_COLUMNS = 16; // of a board that need not scroll far in it

/** The most columns of a board in this window; none in a wide one. */
const columnsThatFit = () => (window.innerWidth < NARROW_PIXELS ? FITTING_COLUMNS : null);

const STREAK = "streak"; // the address of puzzles that get harder until the first mistake
const [EASIEST, HARDER] = [850, 25]; // the ratings of the first puzzle of a streak, and of each further one

/** The puzzle of the address, or one to train with, with the visitor's standing and the day's results. */
function usePuzzles(route) {
  const [notice, setNotice] = useState(null);
  const [standing, setStanding] = useState(null);
  const [theme, setTheme] = useRemembered("puzzle-theme", null);
  const [day, setDay] = useState(null);
  const [, daily, date, number] = /^(daily)(?:\/([^/]+)(?:\/(\d+))?)?$/.exec(route.argument) ?? [];
  const inStreak = route.argument === STREAK;
  const [streak, setStreak] = useState(0); // the puzzles solved in a row
  const [best, setBest] = useRemembered("puzzle-streak", 0);
  const solver = useSolver(setNotice, (puzzle, verdict) => {
    setStanding((old) => ({ ...old, ...verdict.standing }));
    if (inStreak && verdict.right) {
      setStreak(streak + 1);
      setBest(Math.max(best, streak + 1));
    }
    if (!daily) return;
    // Only the first answer counts.
    const solved = (each, i) => (each.id === puzzle.id ? (day.solved[i] ?? verdict.right) : day.solved[i]);
    setDay({ ...day, solved: day.puzzles.map(solved) });
  });
  const load = async (path, then) => {
    try {
      setNotice(null);
      then(await get(path));
    } catch (error) {
      report(error, setNotice);
    }
  };
  const train = (wanted) => load(`/api/puzzles/next?${query({ ...wanted, columns: columnsThatFit() })}`, solver.ask);
  const goOn = (solved) => {
    setStreak(solved);
    train({ rating: EASIEST + HARDER * solved });
  };
  useEffect(() => {
    // A verdict that comes first is newer.
    load("/api/puzzles", (read) => setStanding((newer) => ({ ...read, ...newer })));
  }, []);
  useEffect(() => {
    const known = daily && day !== null && day.date === date;
    solver.ask((known && day.puzzles[Number(number) - 1]) || null);
    if (known && number) return undefined;
    if (!known) setDay(null);
    let here = true;
    const onDay = (found) => {
      if (!here) return;
      setDay(found);
      solver.ask(found.puzzles[Number(number) - 1] ?? null);
    };
    if (daily) load(`/api/daily?${query({ date })}`, onDay);
    else if (inStreak) goOn(0);
    else if (route.argument)
      load(`/api/puzzles/${encodeURIComponent(route.argument)}`, (found) => here && solver.ask(found));
    else train({ theme });
    return () => {
      here = false;
    };
  }, [route.argument]);
  const chooseTheme = (wanted) => {
    setTheme(wanted);
    if (route.argument) go("puzzles");
    else train({ theme: wanted });
  };
  const next = () => {
    if (inStreak) return goOn(solver.state.verdict?.right ? streak : 0);
    if (!daily && route.argument) return go("puzzles");
    if (!daily) return train({ theme });
    const following = Number(number) + 1;
    return go(addressOfDay(day.date, following <= day.puzzles.length ? following : null));
  };
  const run = inStreak ? { streak, best } : null;
  return { solver, notice, setNotice, standing, theme, chooseTheme, day, daily: Boolean(daily), run, date, number, next };
}

export function Puzzles({ route }) {
  const { solver, notice, setNotice, standing, theme, chooseTheme, day, daily, run, date, number, next } = usePuzzles(route);
  const { puzzle, board, chosen, verdict, warned } = solver.state;
  const [litIn, setLitIn] = useState({ puzzle: null, cell: null });
  const lit = litIn.puzzle === puzzle ? litIn.cell : null;
  const onLit = (cell) => setLitIn({ puzzle, cell });
  const cursor = useRef([0, 0]);
  const done = verdict?.done ?? false;
  const walk = useWalk(verdict?.explanation, [], verdict?.solution);
  const keys = puzzle && {
    choose: () => solver.choose(cursor.current),
    check: solver.check,
    no: solver.none,
    solution: solver.show,
    next: () => (done || !(daily || run)) && next(),
    examine: () => done && examine(board),
  };
  const toDaily = () => go(addressOfDay(date));
  useKeys(["puzzles"], { ...keys, daily: toDaily });
  useKeys(["all"], { stop: () => number && toDaily() });
  const tabs = html`<div class="chips" role="group" aria-label="What to solve">
    <${Tool} pressed=${!daily && !run} onClick=${() => go("puzzles")}>Training<//>
    <${Tool} pressed=${Boolean(run)} words="Each puzzle is a little harder; the first mistake ends the streak"
      onClick=${() => go(`puzzles/${STREAK}`)}>Streak<//>
    <${Tool} group="puzzles" name="daily" pressed=${daily} onClick=${toDaily}>Daily<//>
  </div>`;
  if (!puzzle)
    return html`<${Choice} tabs=${tabs} day=${daily ? day : null} daily=${daily} notice=${notice} setNotice=${setNotice} standing=${standing} />`;
  const follow = done && verdict.solution.length ? indexOf(board, verdict.solution[0]) : -1;
  const marks = puzzleMarks(board, solver.state, walk);
  const onAct = (gesture, cell) => gesture !== "chord" && solver.choose(cell);
  return html`<${Answering} label="Puzzle" start=${kindWords(puzzle.kind)} notice=${notice}
    board=${{ board, marks, lit, follow, label: "The puzzle", onAct, cursor }}
    toolsLabel="Answer" tools=${html`
      ${!done && html`<${Tool} main group="puzzles" name="check" off=${!chosen.length} onClick=${keys.check}>Check<//>`}
      ${!done && puzzle.kind === "certain" && html`<${Tool} main group="puzzles" name="no"
        words="No cell is certainly safe" onClick=${keys.no}>No safe cell<//>`}
      ${!done && html`<${Tool} group="puzzles" name="solution" pressed=${warned}
        onClick=${keys.solution}>Show the solution<//>`}
      ${(done || !(daily || run)) && html`<${Tool} group="puzzles" name="next" main=${done}
        onClick=${next}>${!done ? "Skip" : run && !verdict.right ? "New streak" : "Next"}<//>`}
      ${done && html`<${Tool} group="puzzles" name="examine" onClick=${keys.examine}>Analyse<//>`}`}
    about="About the puzzle">
    ${tabs}
    <div class="advice" aria-live="polite">
      ${verdict && html`<${VerdictCard} verdict=${verdict} walk=${walk} onLit=${onLit} />`}
      ${!done && html`<${TaskCard} puzzle=${puzzle} title=${daily ? `Daily ${day?.date ?? ""}` : run ? "Streak" : theme ? themeWords(theme) : "Training"}
        chosen=${chosen} onLit=${onLit} />`}
    </div>
    ${run && html`<${StreakCard} ...${run} over=${done && !verdict.right} />`}
    ${standing && html`<${StandingCard} standing=${standing} />`}
    ${standing?.themes && !daily && !run && html`<${Themes} themes=${standing.themes} theme=${theme} onTheme=${chooseTheme} />`}
  <//>`;
}

/** Shown without a puzzle: the day's board and puzzles, or why there is none. */
function Choice({ tabs, day, daily, notice, setNotice, standing }) {
  const trouble = notice?.kind === "trouble" && !day;
  const [address, words] = daily ? ["#puzzles/daily", "Today’s board and puzzles"] : ["#puzzles", "Solve another puzzle"];
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Puzzles">
      ${day && html`<${Day} day=${day} setNotice=${setNotice} />`}
      <${Notice} notice=${notice ?? (day ? null : { words: "Looking for a puzzle …" })} />
      ${trouble && html`<p class="row"><a class="button" href=${address}>${words}</a></p>`}
    </section>
    <aside class="side" aria-label="About puzzles">${tabs}
      ${day && html`<${Calendar} today=${new Date().toISOString().slice(0, 10)} shown=${day.date} />`}
      ${standing && html`<${StandingCard} standing=${standing} />`}</aside>
  </main>`;
}
