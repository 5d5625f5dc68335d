// Puzzles: to train with, rated and repeated; and the board and puzzles of the day.

import { html, useEffect, useRef, useState } from "../preact.js";
import { get, query, report } from "../api.js";
import { Board } from "../board/board.js";
import { indexOf } from "../board/position.js";
import { useKeys } from "../keys.js";
import { BoardMenu } from "../parts/boardmenu.js";
import { Counters } from "../parts/counters.js";
import { Notice } from "../parts/notice.js";
import { Tool } from "../parts/tool.js";
import { useWalk } from "../parts/walk.js";
import { useZoom } from "../parts/zoom.js";
import { Calendar } from "../puzzles/calendar.js";
import { kindWords, StandingCard, TaskCard, Themes, VerdictCard } from "../puzzles/cards.js";
import { addressOfDay, Day } from "../puzzles/daily.js";
import { puzzleMarks, useSolver } from "../puzzles/solving.js";
import { examine, go } from "../route.js";
import { useRemembered } from "../storage.js";

const NARROW = 600; // pixels of a window in which wide boards scroll
const FITTING = 16; // columns of a board that need not scroll far in it

/** The most columns of a board in this window; none in a wide one. */
const columnsThatFit = () => (window.innerWidth < NARROW ? FITTING : null);

export function Puzzles({ route }) {
  const [notice, setNotice] = useState(null);
  const [standing, setStanding] = useState(null);
  const [theme, setTheme] = useRemembered("puzzle-theme", null);
  const [day, setDay] = useState(null);
  const [lit, setLit] = useState(null);
  const cursor = useRef([0, 0]);
  const zoom = useZoom();
  const [, daily, date, number] = /^(daily)(?:\/([^/]+)(?:\/(\d+))?)?$/.exec(route.argument) ?? [];
  const solver = useSolver(setNotice, (puzzle, verdict) => {
    setStanding((old) => ({ ...old, ...verdict.standing }));
    if (!daily) return;
    // Only the first answer counts.
    const solved = (each, i) => (each.id === puzzle.id ? (day.solved[i] ?? verdict.right) : day.solved[i]);
    setDay({ ...day, solved: day.puzzles.map(solved) });
  });
  const { puzzle, board, chosen, verdict } = solver.state;
  const done = verdict?.done ?? false;
  const walk = useWalk(verdict?.explanation, [], verdict?.solution);

  const load = async (path, then) => {
    try {
      setLit(null);
      setNotice(null);
      then(await get(path));
    } catch (error) {
      report(error, setNotice);
    }
  };
  const train = (wanted) => {
    const fields = { theme: wanted, columns: columnsThatFit() };
    return load(`/api/puzzles/next?${query(fields)}`, solver.ask);
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
    else if (route.argument)
      load(`/api/puzzles/${encodeURIComponent(route.argument)}`, (found) => here && solver.ask(found));
    else train(theme);
    return () => {
      here = false;
    };
  }, [route.argument]);

  const chooseTheme = (wanted) => {
    setTheme(wanted);
    if (route.argument) go("puzzles");
    else train(wanted);
  };
  const next = () => {
    if (!daily && route.argument) return go("puzzles");
    if (!daily) return train(theme);
    const following = Number(number) + 1;
    return go(addressOfDay(day.date, following <= day.puzzles.length ? following : null));
  };
  const choose = (gesture, cell) => gesture !== "chord" && solver.choose(cell);
  const keys = puzzle && {
    choose: () => solver.choose(cursor.current),
    check: solver.check,
    no: solver.none,
    solution: solver.show,
    next: () => (done || !daily) && next(),
    examine: () => done && examine(board),
  };
  const toDaily = () => go(addressOfDay(date));
  useKeys(["puzzles"], { ...keys, daily: toDaily });
  useKeys(["all"], { stop: () => number && toDaily() });

  const tabs = html`<div class="chips" role="group" aria-label="What to solve">
    <${Tool} pressed=${!daily} onClick=${() => go("puzzles")}>Training<//>
    <${Tool} group="puzzles" name="daily" pressed=${Boolean(daily)} onClick=${toDaily}>Daily<//>
  </div>`;
  if (!puzzle)
    return html`<main class="view" id="main">
      <section class="stage" aria-label="Puzzles">
        ${daily && day && html`<${Day} day=${day} setNotice=${setNotice} />`}
        <${Notice} notice=${notice ?? (day ? null : { words: "Looking for a puzzle …" })} />
        ${notice?.kind === "trouble" && !day && html`<p class="row">
          <a class="button" href=${daily ? "#puzzles/daily" : "#puzzles"}>${daily ? "Today’s board and puzzles" : "Solve another puzzle"}</a></p>`}
      </section>
      <aside class="side" aria-label="About puzzles">${tabs}
        ${daily && day && html`<${Calendar} today=${new Date().toISOString().slice(0, 10)} shown=${day.date} />`}
        ${standing && html`<${StandingCard} standing=${standing} />`}</aside>
    </main>`;
  const title = daily ? `Daily ${day?.date ?? ""}` : (theme ?? "Training");
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Puzzle">
      <${Counters} board=${board} start=${kindWords(puzzle.kind)}
        tools=${html`<${BoardMenu} zoom=${zoom} board=${board} />`} />
      <${Board}
        board=${board}
        marks=${puzzleMarks(board, solver.state, walk)}
        lit=${lit}
        follow=${done && verdict.solution.length ? indexOf(board, verdict.solution[0]) : -1}
        ...${zoom}
        keys="always"
        label="The puzzle"
        onAct=${choose}
        cursor=${cursor}
      />
      <div class="dock">
        <div class="tools" role="toolbar" aria-label="Answer">
          ${!done && html`<${Tool} main group="puzzles" name="check"
            off=${!chosen.length} onClick=${keys.check}>Check<//>`}
          ${!done && puzzle.kind === "certain" && html`<${Tool} main group="puzzles" name="no"
            words="No cell is certainly safe" onClick=${keys.no}>No safe cell<//>`}
          ${!done && html`<${Tool} group="puzzles" name="solution" pressed=${solver.state.warned}
            onClick=${keys.solution}>Show the solution<//>`}
          ${(done || !daily) && html`<${Tool} group="puzzles" name="next" main=${done}
            onClick=${next}>${done ? "Next" : "Skip"}<//>`}
          ${done && html`<${Tool} group="puzzles" name="examine" onClick=${keys.examine}>Analyse<//>`}
        </div>
      </div>
      <${Notice} notice=${notice} />
    </section>
    <aside class="side" aria-label="About the puzzle">
      ${tabs}
      <div class="advice" aria-live="polite">
        ${verdict && html`<${VerdictCard} verdict=${verdict} walk=${walk} onLit=${setLit} />`}
        ${!done && html`<${TaskCard} puzzle=${puzzle} title=${title} chosen=${chosen} onLit=${setLit} />`}
      </div>
      ${standing && html`<${StandingCard} standing=${standing} />`}
      ${standing?.themes && !daily && html`<${Themes} themes=${standing.themes} theme=${theme}
        onTheme=${chooseTheme} />`}
    </aside>
  </main>`;
}
