// Learned rules in English.

/** What rules about one, two and three clues say of a cell, by the number of clues and the verdict. @type {Record<string, string>} */
const WORDS = {
  "1 safe": "If a clue already touches as many mines as it counts, its other cells are safe.",
  "1 mine": "If a clue needs as many mines as it has hidden cells left, all of them are mines.",
  "2 safe": "If two clues have hidden cells in common, and one of them needs all its mines among these, its other cells are safe.",
  "2 mine": "If two clues have hidden cells in common, and one of them needs more mines than fit there, so many that they fill its other cells, these are mines.",
  "3 safe": "Take from one clue what it has in common with a second, and compare the rest with a third clue. If that leaves no mine for some cells, they are safe.",
  "3 mine": "Take from one clue what it has in common with a second, and compare the rest with a third clue. If that leaves a mine for each of some cells, they are mines.",
  "all safe": "If clues without a common cell already need all mines that are left, every other hidden cell is safe.",
  "all mine": "If the hidden cells beyond clues without a common cell must have as many mines as there are such cells, all of them are mines.",
};

/** A clause of a learned rule in English, null for one that has other predicates. @param {string} clause */
export function ruleWords(clause) {
  const verdict = /^\s*(safe|mine)\(/.exec(clause)?.[1];
  const clues = clause.match(/\bsetHasXMines\(/g)?.length ?? 0;
  const differences = clause.match(/\bdiffSetHasXMines\(/g)?.length ?? 0;
  const whole = /\ballCoveredHasXMines\(/.test(clause) && /\bdisjointSetsHaveXMines\(/.test(clause) && !clues && differences === 1;
  const ends = verdict === "mine" ? fills(clause) : /\bminesInSet\(\w+, ?0\)/.test(clause);
  const others = /\b(?:totalMinesLeft|allMinesInFringe)\(/.test(clause);
  if (!verdict || others || !ends || !(whole || differences === clues - 1)) return null;
  const said = WORDS[`${whole ? "all" : clues} ${verdict}`] ?? null;
  return said && /\bwideZone\(/.test(clause) ? `${said} The clues may be farther away than those next to the cell.` : said;
}

/** Whether a clause says that a set has as many mines as cells. @param {string} clause */
function fills(clause) {
  const both = clause.matchAll(/\bminesInSet\((\w+), ?(\w+)\), ?lengthSet\((\w+), ?(\w+)\)/g);
  return [...both].some(([, set, mines, other, length]) => set === other && mines === length);
}
