// Puzzles: to train with, rated and repeated; and the board and puzzles of the day.

import { html, useEffect, useRef, useState } from "../preact.js";
import { attempt, get, post, query } from "../api.js";
import { indexOf } from "../board/position.js";
import { titleOf } from "../format.js";
import { useKeys } from "../keys.js";
import { Answering } from "../parts/exercise.js";
import { Notice, Tool } from "../parts/controls.js";
import { useWalk } from "../parts/reasons.js";
import { addressOfDay, Calendar, Day } from "../puzzles/daily.js";
import { kindWords, StandingCard, TaskCard, Themes, themeWords, VerdictCard } from "../puzzles/cards.js";
import { MEANINGS, MODES, NO_RUN, RIGHT_MILLISECONDS, RunCard, runAfter, Start, STORM_MILLISECONDS, STORM_TASK, STORM_THEME, StormClock, WRONG_MILLISECONDS } from "../puzzles/runs.js";
import { puzzleMarks, useSolver } from "../puzzles/solving.js";
import { examine, go } from "../route.js";
import { useRemembered } from "../storage.js";

const NARROW_PIXELS = 600; // a window in which wide boards scroll
const FITTING_COLUMNS = 12; // of a board whose cells are wide enough for a finger

/** The most columns of a board in this window; none in a wide one. */
const columnsThatFit = () => (window.innerWidth < NARROW_PIXELS ? FITTING_COLUMNS : null);

const [EASIEST, HARDER] = [850, 25]; // the ratings of the first puzzle of a run, and of each further one

/** The puzzle of the address, or one to train with, with the visitor's standing and the day's results. */
function usePuzzles(route) {
  const [notice, setNotice] = useState(null);
  const [standing, setStanding] = useState(null);
  const [theme, setTheme] = useRemembered("puzzle-theme", null);
  const [day, setDay] = useState(null);
  const [, daily, named, number] = /^(daily)(?:\/([^/]+)(?:\/(\d+))?)?$/.exec(route.argument) ?? [];
  const date = named === "today" ? undefined : named;
  const mode = MODES.includes(route.argument) ? route.argument : null;
  const again = route.argument === "repeat";
  const [run, setRun] = useState(NO_RUN);
  const turn = useRef(0); // of the run: an answer that is shown asks the next puzzle only in its own
  const storm = mode === "storm";
  const load = (path, then) =>
    attempt(async () => {
      setNotice(null);
      then(await get(path));
    }, setNotice);
  const train = (wanted) => load(`/api/puzzles/next?${query({ ...wanted, columns: columnsThatFit() })}`, solver.ask);
  const goOn = (solved) => train({ rating: EASIEST + HARDER * solved, theme: storm ? STORM_THEME : null });
  const keep = (solved) =>
    attempt(async () => {
      const kept = await post("/api/puzzle-runs", { mode, solved });
      setStanding((old) => ({ ...old, ...kept }));
    }, setNotice);
  const solver = useSolver(
    setNotice,
    (verdict) => {
      if (verdict.standing) setStanding((old) => ({ ...old, ...verdict.standing }));
      if (mode) {
        const after = runAfter(run, verdict.right, storm);
        setRun(after);
        if (!storm && verdict.right) keep(after.solved);
        const now = turn.current;
        if (storm) setTimeout(() => now === turn.current && goOn(after.solved), verdict.right ? RIGHT_MILLISECONDS : WRONG_MILLISECONDS);
      }
    },
    storm,
  );
  const begin = () => {
    turn.current += 1;
    setRun({ ...NO_RUN, end: storm ? performance.now() + STORM_MILLISECONDS : null });
    goOn(0);
  };
  const over = () => {
    turn.current += 1;
    solver.ask(null);
    setRun({ ...run, end: null, over: true });
    keep(run.solved);
  };
  useEffect(() => {
    // A verdict that comes first is newer.
    load("/api/puzzles", (read) => setStanding((newer) => ({ ...read, ...newer })));
  }, []);
  useEffect(() => {
    solver.ask(null);
    setRun(NO_RUN);
    turn.current += 1;
    setDay(null);
    let here = true;
    const onDay = (found) => {
      if (!here) return;
      setDay(found);
      solver.ask(found.puzzles[Number(number) - 1] ?? null);
    };
    if (daily) load(`/api/daily?${query({ date })}`, onDay);
    else if (storm) setNotice(null);
    else if (mode) begin();
    else if (again) train({ again });
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
    if (mode) return solver.state.verdict?.right ? goOn(run.solved) : begin();
    if (again) return train({ again });
    if (!daily && route.argument) return go("puzzles");
    if (!daily) return train({ theme });
    const following = Number(number) + 1;
    return go(addressOfDay(day.date, following <= day.puzzles.length ? following : null));
  };
  const title = daily ? `Daily ${day?.date ?? ""}` : mode ? titleOf(mode) : again ? "Repeat" : theme ? themeWords(theme) : "Training";
  return { solver, notice, setNotice, standing, theme, chooseTheme, day, daily: Boolean(daily), mode, run: { ...run, best: standing?.bests?.[mode] ?? 0 }, begin, over, date, number, next, title };
}

export function Puzzles({ route }) {
  const { solver, notice, setNotice, standing, theme, chooseTheme, day, daily, mode, run, begin, over, date, number, next, title } = usePuzzles(route);
  const { puzzle, board, chosen, verdict, warned } = solver.state;
  const [litIn, setLitIn] = useState({ puzzle: null, cell: null });
  const lit = litIn.puzzle === puzzle ? litIn.cell : null;
  const onLit = (cell) => setLitIn({ puzzle, cell });
  const cursor = useRef([0, 0]);
  const storm = mode === "storm";
  const done = verdict?.done ?? false;
  const wrong = verdict?.done ? chosen.filter((cell) => !verdict.solution.some((one) => String(one) === String(cell))) : [];
  const walk = useWalk(storm ? null : verdict?.explanation, [], verdict?.solution, wrong);
  const keys = puzzle && {
    choose: () => solver.choose(cursor.current),
    check: solver.check,
    no: solver.none,
    solution: () => !storm && solver.show(),
    next: () => (done || !(daily || mode)) && !storm && next(),
    examine: () => done && examine(board),
  };
  const toDaily = () => go(addressOfDay(date));
  const runKeys = Object.fromEntries(MODES.map((name) => [name, () => go(mode === name ? "puzzles" : `puzzles/${name}`)]));
  useKeys(["puzzles"], { ...(keys ?? (storm && { next: begin })), ...runKeys, daily: toDaily });
  useKeys(["all"], { stop: () => number && toDaily() });
  const tabs = html`<div class="chips" role="group" aria-label="What to solve">
    <${Tool} pressed=${!daily && !mode} onClick=${() => go("puzzles")}>Training<//>
    ${MODES.map(
      (name) => html`<${Tool} key=${name} group="puzzles" name=${name} pressed=${mode === name} words=${MEANINGS[name]} onClick=${() => go(`puzzles/${name}`)}>${titleOf(name)}<//>`,
    )}
    <${Tool} group="puzzles" name="daily" pressed=${daily} onClick=${toDaily}>Daily<//>
  </div>`;
  if (!puzzle)
    return html`<${Choice} tabs=${tabs} day=${daily ? day : null} daily=${daily} notice=${notice} setNotice=${setNotice} standing=${!storm && standing}
      start=${storm && html`<${Start} run=${run} onBegin=${begin} />`} />`;
  const follow = done && verdict.solution.length ? indexOf(board, verdict.solution[0]) : -1;
  const marks = puzzleMarks(board, solver.state, walk);
  return html`<${Answering} label="Puzzle" start=${storm ? html`<${StormClock} run=${run} onOver=${over} />` : kindWords(puzzle.kind)} notice=${notice}
    board=${{ board, marks, lit, follow, label: "The puzzle", onAct: (gesture, cell) => gesture !== "chord" && solver.choose(cell), cursor }}
    toolsLabel="Answer" tools=${storm ? html`<b>${STORM_TASK}</b>` : html`
      ${!done && html`<${Tool} main group="puzzles" name="check" off=${!chosen.length} onClick=${keys.check}>Check<//>`}
      ${!done && puzzle.kind === "certain" && html`<${Tool} main group="puzzles" name="no"
        words="No cell is certainly safe" onClick=${keys.no}>No safe cell<//>`}
      ${!done && html`<${Tool} group="puzzles" name="solution" pressed=${warned}
        onClick=${keys.solution}>Show the solution<//>`}
      ${(done || !(daily || mode)) && html`<${Tool} group="puzzles" name="next" main=${done}
        onClick=${next}>${!done ? "Skip" : mode && !verdict.right ? "New streak" : "Next"}<//>`}
      ${done && html`<${Tool} group="puzzles" name="examine" onClick=${keys.examine}>Analyse<//>`}`}
    about="About the puzzle">
    ${tabs}
    ${!storm && html`<div class="advice" aria-live="polite">
      ${verdict && html`<${VerdictCard} verdict=${verdict} walk=${walk} onLit=${onLit} />`}
      ${!done && html`<${TaskCard} puzzle=${puzzle} title=${title} chosen=${chosen} />`}
    </div>`}
    ${mode && html`<${RunCard} mode=${mode} run=${run} over=${!storm && done && !verdict.right} />`}
    ${standing && !storm && html`<${StandingCard} standing=${standing} />`}
    ${standing?.themes && !daily && !mode && html`<${Themes} themes=${standing.themes} theme=${theme} onTheme=${chooseTheme} />`}
  <//>`;
}

/** Shown without a puzzle: the `start` of a storm, the day's board and puzzles, or why no puzzle was found. */
function Choice({ tabs, day, daily, start, notice, setNotice, standing }) {
  const trouble = notice?.kind === "trouble" && !day;
  const [address, words] = daily ? ["#puzzles/daily", "Today’s board and puzzles"] : ["#puzzles", "Solve another puzzle"];
  return html`<main class="view" id="main">
    <section class="stage" aria-label=${start ? "Storm" : "Puzzles"}>${start}
      ${day && html`<${Day} day=${day} setNotice=${setNotice} />`}
      <${Notice} notice=${notice ?? (day || start ? null : { words: daily ? "Reading the day’s board and puzzles …" : "Looking for a puzzle …" })} />
      ${trouble && html`<p class="row"><a class="button" href=${address}>${words}</a></p>`}
    </section>
    <aside class="side" aria-label="About puzzles">${tabs}
      ${day && html`<${Calendar} today=${new Date().toISOString().slice(0, 10)} shown=${day.date} />`}
      ${standing && html`<${StandingCard} standing=${standing} />`}</aside>
  </main>`;
}
