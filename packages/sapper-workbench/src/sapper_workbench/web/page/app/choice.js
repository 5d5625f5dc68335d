// The visitor's choice of a board, by level, size or world, and of a player.

import { minesKnown } from "./board/position.js";

/** The level of a choice that has a size of its own. */
export const OWN = "own size";

/** The levels that most games have. */
export const LEVELS = ["beginner", "intermediate", "expert"];

/** Sizes beyond the levels. */
const SIZES = [
  { name: "huge", width: 64, height: 32, mines: 320 },
  { name: "giant", width: 100, height: 100, mines: 2000 },
];

/** The boards of the demo of limited belief, by its names. @type {Record<string, string>} */
export const DEMO_BOARDS = { small: "beginner8", medium: "intermediate", large: "expert", huge: "huge" };

/** The rule for the first cell that asks for the demo's own board: its deal, its first cell, its goal. */
export const AS_IN_DEMO = "demo";
const DEMO_WORLD = new RegExp(`^demo-(?:(${Object.keys(DEMO_BOARDS).join("|")})|(\\d+)x(\\d+)x(\\d+))(?:-\\d+)?$`, "i");

/** The first choice of a board. */
export const FIRST_CHOICE = {
  level: "beginner",
  width: 30,
  height: 16,
  mines: 99,
  first: "opening", // as in the terminal: the first click opens a region, as newcomers expect
  seed: "",
  noGuess: false,
};

/** The levels of the server, and larger boards: `[{name, width, height, mines}]`. @param {any} about */
export const namedSizes = (about) => [...about.levels, ...SIZES];

/** A whole number in digits, which stay digits if JavaScript cannot represent it, as random seeds.
 * @param {string} text */
const whole = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : String(text));

/** The size of a choice, or null for a world. @param {any} choice @param {any} about */
export function sizeOf(choice, about) {
  if (choice.level === OWN) return choice;
  return namedSizes(about).find((each) => each.name === choice.level) ?? null;
}

/** A choice as the fields of a request: level, size or world, and its seed, if it has one.
 * @param {any} choice @param {any} about */
export function boardFields(choice, about) {
  const luck = choice.seed === "" ? {} : { seed: whole(choice.seed) };
  const size = sizeOf(choice, about);
  if (size && choice.first === AS_IN_DEMO) return { world: `demo-${size.width}x${size.height}x${size.mines}`, ...luck };
  const named = about.levels.some((/** @type {any} */ level) => level.name === choice.level);
  if (named) return { level: choice.level, first: choice.first, ...luck };
  if (!size) return { world: choice.level, ...luck };
  return { ...numbers(size), first: choice.first, ...luck };
}

/** A choice changed to the board that the fields of an address name, as texts; the inverse of
 * `boardFields`, except for the seed.
 * @param {any} fields @param {any} choice @param {any} about */
export function choiceOf(fields, choice, about) {
  const { level, world, width, height, mines, first = choice.first } = fields;
  if (about.worlds.includes(world)) return { ...choice, level: world };
  const demo = DEMO_WORLD.exec(world ?? "");
  if (demo) {
    const [, name, ...size] = demo;
    if (!name) return choiceOf({ width: size[0], height: size[1], mines: size[2], first: AS_IN_DEMO }, choice, about);
    return { ...choice, level: DEMO_BOARDS[name.toLowerCase()], first: AS_IN_DEMO };
  }
  if (about.levels.some((/** @type {any} */ one) => one.name === level)) return { ...choice, level, first };
  if (!width || !height || !mines) return choice;
  const size = numbers({ width, height, mines });
  const named = namedSizes(about).find(
    (one) => one.width === size.width && one.height === size.height && one.mines === size.mines,
  );
  return { ...choice, level: named?.name ?? OWN, ...size, first };
}

const WHOLE = ["width", "height", "mines", "seed", "number"];
const NAMED = ["level", "world", "first"];

/** The fields of a request in an address that deals a board, that of a seed, or that of a challenge;
 * null in any other. The server refuses what is not a number in words.
 * @param {any} fields */
export function linkedFields(fields) {
  if (fields.has("challenge")) return { challenge: fields.get("challenge") };
  const named = [...NAMED, ...WHOLE].filter((name) => fields.has(name));
  if (!named.some((name) => name !== "first" && name !== "number")) return null;
  /** @param {string} name @param {string} text */
  const value = (name, text) => (WHOLE.includes(name) && /^\d+$/.test(text) ? whole(text) : text);
  return Object.fromEntries(named.map((name) => [name, value(name, fields.get(name))]));
}

/**
 * Whether a board dealt before, with its seed, matches the fields of a request.
 * @param {any} fields @param {any} dealt
 */
export function sameBoard({ seed, ...fields }, dealt) {
  if (seed !== undefined) return false;
  const { first = "safe", ...size } = dealt ?? {};
  const before = { first, ...size };
  return dealt != null && Object.entries(fields).every(([name, value]) => String(before[name]) === String(value));
}

/** The same for a game to be played, which may be one that needs no guess. @param {any} choice @param {any} about */
export function gameFields(choice, about) {
  const certain = choice.noGuess && !about.worlds.includes(choice.level);
  return { ...boardFields(choice, about), ...(certain && { no_guess: true }) };
}

/** A size whose fields may be the texts of inputs. @param {any} given */
export function numbers({ width, height, mines }) {
  return { width: Number(width), height: Number(height), mines: Number(mines) };
}

/** The recipe of a player with options, which belong to the last strategy of its chain.
 * @param {any} given @param {any} values */
export function recipeOf({ name, recipe, options }, values) {
  const given = options
    .filter((/** @type {any} */ option) => (values[option.name] ?? "") !== "")
    .map((/** @type {any} */ option) => `${option.name}=${values[option.name]}`);
  if (!given.length) return name;
  const strategy = recipe.split(" > ").at(-1).split("(")[0];
  const before = recipe.split(" > ").slice(0, -1);
  return [...before, `${strategy}(${given.join(", ")})`].join(" > ");
}

const MAX_SHOWN_CELLS = 40000; // of a board that is only shown

/** A hidden board of a size, whose fields may be texts; 9×9 if there is no such size. Without a number
 * of mines, it is not known. @param {any} size */
export function blank(size) {
  let { width, height, mines } = numbers(size);
  const known = size.mines !== "" && minesKnown(size);
  if (!known) mines = 0;
  const fits = width >= 1 && height >= 1 && width * height <= MAX_SHOWN_CELLS;
  [width, height] = fits ? [Math.floor(width), Math.floor(height)] : [9, 9];
  return {
    width,
    height,
    mines,
    grid: "square",
    rules: known ? {} : { mines_known: false },
    cells: Array(width * height).fill("H"),
    mines_left: mines,
    lives_left: 1,
    outcome: "playing",
  };
}
