// The help that a visitor used in a game: hints, moves by an agent, and the display of risks.

import { counted } from "../format.js";
import { recall, remember } from "../storage.js";

const MOST = 100; // games whose help is remembered
const NONE = { hints: 0, moves: 0, risks: false };

/** The help used in a game: `{hints, moves, risks, any}`. */
export function helpOf(game) {
  const help = { ...NONE, ...recall("help", {})[game?.id] };
  if (game?.player && !help.moves && !help.hints) help.moves = 1; // taken in another browser
  return { ...help, any: help.hints > 0 || help.moves > 0 || help.risks };
}

/** Record further help: the numbers of hints and moves, and whether risks were shown. */
export function addHelp(game, { hints = 0, moves = 0, risks = false }) {
  const { [game.id]: old = NONE, ...others } = recall("help", {});
  const help = {
    hints: old.hints + hints,
    moves: Math.max(0, old.moves + moves),
    risks: old.risks || risks,
  };
  remember("help", Object.fromEntries([...Object.entries(others), [game.id, help]].slice(-MOST)));
}

/** A sentence about the help used in a game of `all` moves. */
export function helpWords({ hints, moves, risks }, all) {
  const parts = [];
  if (moves >= all) parts.push("every move was made for you");
  else if (moves) parts.push(`${moves} of ${all} moves ${moves === 1 ? "was" : "were"} made for you`);
  if (hints) parts.push(`you used ${counted(hints, "hint", "hints")}`);
  if (risks) parts.push("the risks were shown");
  const [first, ...rest] = parts;
  const words = rest.length ? `${parts.slice(0, -1).join(", ")} and ${rest.at(-1)}` : first;
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
