import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { blank, boardFields, choiceOf, FIRST_CHOICE, gameFields, OWN, recipeOf, sameBoard, sizeOf } from "../../src/sapper_workbench/web/page/app/choice.js";

const ABOUT = {
  levels: [{ name: "expert", width: 30, height: 16, mines: 99 }],
  worlds: ["easy"],
};
const CHOICE = { ...FIRST_CHOICE, level: "expert" };

test("a first game is one of beginner, and its first click opens a region, as in the terminal", () => {
  const setup = readFileSync(new URL("../../src/sapper_workbench/study/setup.py", import.meta.url), "utf8");
  const [, first] = setup.match(/^DEFAULT_FIRST: First = "(\w+)"$/m);
  assert.deepEqual([FIRST_CHOICE.level, FIRST_CHOICE.first, first], ["beginner", "opening", "opening"]);
});

test("a board is the same whatever its luck, if size, world and rule are", () => {
  const deal = { player: "csp", level: "beginner", seed: "7", number: null };
  assert.ok(sameBoard({ level: "beginner", first: "safe" }, deal));
  assert.ok(!sameBoard({ level: "beginner", first: "safe", seed: 8 }, deal)); // another was chosen
  assert.ok(!sameBoard({ level: "beginner", first: "any" }, deal));
  assert.ok(!sameBoard({ level: "expert", first: "safe" }, deal));
  assert.ok(sameBoard({ width: 5, height: 4, mines: 3, first: "any" }, { width: "5", height: "4", mines: "3", first: "any" }));
  assert.ok(!sameBoard({ level: "beginner" }, null));
});

test("a level is requested by name, larger boards by size, worlds without a rule", () => {
  const fields = (level, changes) => boardFields({ ...CHOICE, level, ...changes }, ABOUT);
  assert.deepEqual(fields("expert"), { level: "expert", first: "opening" });
  assert.deepEqual(fields("huge"), { width: 64, height: 32, mines: 320, first: "opening" });
  assert.deepEqual(fields("easy", { seed: "7" }), { world: "easy", seed: 7 });
  const own = { width: "5", height: "4", mines: "3", seed: "0", first: "any" };
  assert.deepEqual(fields(OWN, own), { width: 5, height: 4, mines: 3, first: "any", seed: 0 });
  assert.equal(sizeOf({ level: "easy" }, ABOUT), null);
});

test("a board as in the demo of limited belief is a world of its size, also in an address", () => {
  const fields = (changes) => boardFields({ ...CHOICE, first: "demo", ...changes }, ABOUT);
  assert.deepEqual(fields({ seed: "1" }), { world: "demo-30x16x99", seed: 1 });
  assert.deepEqual(fields({ level: "easy" }), { world: "easy" });
  const chosen = (world) => {
    const { level, first } = choiceOf({ world }, CHOICE, ABOUT);
    return [level, first];
  };
  assert.deepEqual(chosen("demo-30x16x99"), ["expert", "demo"]);
  assert.deepEqual(chosen("demo-huge-7"), ["huge", "demo"]);
  assert.deepEqual(chosen("demo-9x8x7"), [OWN, "demo"]);
});

test("the board of an address is chosen, and asked for again by the same fields", () => {
  const own = { level: OWN, width: 5, height: 4, mines: 3 };
  for (const changes of [{ level: "expert", first: "safe" }, { level: "huge" }, { level: "easy" }, own]) {
    const fields = boardFields({ ...CHOICE, ...changes }, ABOUT);
    const texts = Object.fromEntries(new URLSearchParams(fields));
    const found = choiceOf(texts, { ...CHOICE, level: "easy", first: "any" }, ABOUT);
    assert.deepEqual(boardFields(found, ABOUT), fields);
  }
  assert.deepEqual(choiceOf({ level: "none", world: "none" }, CHOICE, ABOUT), CHOICE);
});

test("a game without guesses can be asked for, but no world", () => {
  const fields = (level) => gameFields({ ...CHOICE, level, noGuess: true }, ABOUT);
  assert.equal(fields("expert").no_guess, true);
  assert.equal("no_guess" in fields("easy"), false);
  assert.equal("no_guess" in gameFields(CHOICE, ABOUT), false);
});

test("options belong to the last strategy of a recipe", () => {
  const player = {
    name: "bssuct",
    recipe: "single-point > bssuct(games=100)",
    options: [{ name: "games" }, { name: "depth" }],
  };
  assert.equal(recipeOf(player, {}), "bssuct");
  assert.equal(recipeOf(player, { games: "" }), "bssuct");
  assert.equal(
    recipeOf(player, { depth: "3", games: "20" }),
    "single-point > bssuct(games=20, depth=3)",
  );
});

test("a blank board has its size, and one that is no size is usual", () => {
  const board = blank({ width: "3", height: 2, mines: "1" });
  assert.deepEqual([board.width, board.height, board.mines], [3, 2, 1]);
  assert.deepEqual(board.cells, Array(6).fill("H"));
  for (const size of [{ width: "", height: 2 }, { width: -1, height: 2 }, { width: 1000, height: 1000 }]) {
    assert.equal(blank({ ...size, mines: 1 }).cells.length, 81);
  }
});
