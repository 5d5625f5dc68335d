// A game by the rules of a variant. Its board came with the solution, so the page itself makes the moves.

import { indexOf } from "../board/position.js";

/** A new game on a board that the server made. */
export function gameOf({ solution, ...board }) {
  return { board, solution, states: [board.cells], at: 0, seconds: 0, since: 0, helped: false };
}

/** The board of a game as it is now. */
export function boardOf({ board, solution, states, at }) {
  const cells = states[at];
  const shut = (code) => code === "H" || code === "F";
  const lost = cells.some((code, i) => code === "*" && board.cells[i] !== "*");
  const won = cells.every((code, i) => !shut(code) || solution[i] === "*");
  const outcome = lost ? "lost" : won ? "won" : "playing";
  const opened = cells.filter((code) => code === "*").length;
  return { ...board, cells, rules: {}, lives_left: lost ? 0 : 1, mines_left: board.mines - opened, outcome };
}

/** The game after a gesture on a cell, at a time in milliseconds; the same if it changes nothing. */
export function played(game, gesture, cell, now) {
  const board = boardOf(game);
  if (board.outcome !== "playing") return game;
  const index = indexOf(board, cell);
  const cells = [...board.cells];
  if (gesture === "flag" && "HF".includes(cells[index])) cells[index] = cells[index] === "H" ? "F" : "H";
  else if (gesture === "open" && cells[index] === "H") open(game, cells, [index]);
  else if (gesture === "chord") open(game, cells, chorded(board, index));
  if (cells.every((code, i) => code === board.cells[i])) return game;
  const states = [...game.states.slice(0, game.at + 1), cells];
  return { ...game, states, at: game.at + 1, seconds: secondsOf(game, now), since: now };
}

/** The game some moves earlier (-1) or later (1). */
export function turned(game, by, now) {
  const at = Math.max(0, Math.min(game.states.length - 1, game.at + by));
  return at === game.at ? game : { ...game, at, seconds: secondsOf(game, now), since: now };
}

/** The seconds played; the clock starts with the first move, and stands while the game is over or was left. */
export function secondsOf(game, now) {
  const runs = game.since && boardOf(game).outcome === "playing";
  return game.seconds + (runs ? Math.max(0, now - game.since) / 1000 : 0);
}

/** The hidden cells that a clue opens whose mines are all flagged. */
function chorded(board, index) {
  if (!board.plain || !/^\d+$/.test(board.cells[index])) return [];
  const { cells, views } = board;
  const seen = (wanted) => views[index].filter((i) => cells[i] === wanted);
  return seen("F").length + seen("*").length === Number(cells[index]) ? seen("H") : [];
}

/** Opens cells, and around a plain 0 all that its clue looks at. */
function open({ board, solution }, cells, waiting) {
  for (const index of waiting) {
    // which grows as the loop goes on
    if (cells[index] !== "H") continue;
    cells[index] = solution[index];
    if (board.plain && cells[index] === "0") waiting.push(...board.views[index]);
  }
}
