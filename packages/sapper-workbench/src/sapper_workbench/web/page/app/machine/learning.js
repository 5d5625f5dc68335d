// Learning that streams in: Mio's lesson in Minesweeper.

import { query } from "../api.js";
import { useStream } from "../stream.js";

const NO_LESSON = {
  begun: false,
  search: null, // the iteration under way
  latest: null, // the latest example
  found: [], // rules, each `{clause, target, …}`
  proofs: {}, // by clause
  explored: {}, // clauses, by iteration
  counts: { examples: 0, counterexamples: 0 },
  end: null,
  live: false,
  trouble: null,
};

/** The state after an event of the stream. */
export function lessonAfter(state, name, data) {
  const { counts } = state;
  if (name === "example") {
    return { ...state, latest: data, counts: { ...counts, examples: counts.examples + 1 } };
  }
  if (name === "counterexample") {
    const counterexamples = counts.counterexamples + 1;
    return { ...state, latest: { ...data, counter: true }, counts: { ...counts, counterexamples } };
  }
  if (name === "rule") return withRule(state, data);
  if (name === "proof") return { ...state, proofs: { ...state.proofs, [data.clause]: data } };
  if (name === "search" || name === "end") return { ...state, [name]: data };
  return state;
}

/** A rule found again keeps its board, which is sent only once. */
function withRule(state, rule) {
  const drawn = state.found.find(({ clause }) => clause === rule.clause);
  const others = state.found.filter((each) => each !== drawn);
  const board = rule.board ? {} : { board: drawn?.board, marks: drawn?.marks };
  const iteration = `${rule.target} ${rule.iteration}`;
  return {
    ...state,
    found: [...others, { ...rule, ...board }],
    explored: { ...state.explored, [iteration]: rule.explored },
  };
}

/** The number of clauses explored in all iterations. */
export function exploredIn({ explored }) {
  return Object.values(explored).reduce((sum, each) => sum + each, 0);
}

/** The lesson; `begin(fields)` starts another. */
export function useLesson() {
  const stream = useStream(NO_LESSON, lessonAfter);
  const begin = (fields) => stream.start(`/api/learn?${query(fields)}`, { begun: true });
  return { ...stream, begin };
}
