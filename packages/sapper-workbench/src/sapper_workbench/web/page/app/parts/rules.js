// A learned rule on a board, as in the figures of the paper; and an example.

import { html, useState } from "../preact.js";
import { Board } from "../board/board.js";
import { lettersOf } from "../board/letters.js";
import { indexOf } from "../board/position.js";
import { indices, lettersOn, variablesOf } from "../board/scene.js";
import { plural, sentence } from "../format.js";
import { ruleWords } from "../machine/english.js";
import { Bindings, Clause, Words } from "./reasons.js";

/** A rule: its name, a board where it applies, its words and its clause. */
export function RuleCard({ rule, proof, children }) {
  const [lit, setLit] = useState(null);
  const [open, setOpen] = useState(false);
  const { name, target, board, clause } = rule;
  const words = rule.words?.replace(/^rule [\w-]+: /, "");
  const letters = open ? new Map() : lettersOf([words]); // the variables of the clause are letters, too
  const safe = target === "safe";
  return html`<article class="card rule" aria-label=${name ?? `a rule for ${target}`}>
    <p class="row row-between">
      <span class="row"><b>${name ?? "Rule"}</b>
        <span class=${safe ? "tag tag-good" : "tag tag-bad"}>${safe ? "safe" : "mine"}</span>
        ${rule.covers != null && html`<span class="soft small">covers ${plural(rule.covers, "example", "examples")}${
            rule.wrongly ? `, wrong on ${rule.wrongly}` : ""
          }</span>`}
        ${rule.kept === false && html`<span class="tag tag-bad">dropped</span>`}
      </span>${children}
    </p>
    ${ruleWords(clause) && html`<p class="reason">${ruleWords(clause)}</p>`}
    ${proof && html`<${Proof} proof=${proof} />`}
    ${board && html`<${Figure} board=${board} marks=${open ? rule.marks : { ...rule.marks, sets: [] }} letters=${letters} lit=${lit} tone=${toneOf(target)} />`}
    ${words && !open && html`<p class="reason small"><${Words} text=${sentence(words)} letters=${letters} onLit=${setLit} /></p>`}
    <details open=${!board} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>The clause</summary>
      <${Clause} text=${clause} />
      ${board && html`<${Bindings} of=${named(rule.marks.sets)} onLit=${setLit} />`}</details>
  </article>`;
}

/** The colour of the cell that a rule decides. */
const toneOf = (target) => (target === "safe" ? "good" : "danger");

const PROOFS = { true: ["proved for all boards", "tag-good"], false: ["refuted", "tag-bad"] };

function Proof({ proof }) {
  const { sound, note, against, paper } = proof;
  const [words, kind] = PROOFS[sound] ?? ["not decided", "tag-plain"];
  return html`<p class="row small">
      <span class=${`tag ${kind}`}>${words}</span>
      ${paper && html`<span class="soft">the paper’s ${paper}</span>`}
      ${note && html`<span class="soft">${sentence(note)}</span>`}
    </p>
    ${against && html`<p class="soft small">Here it is wrong:</p>
      <${Figure} board=${against.board} marks=${against.marks} tone="danger" />`}`;
}

/** The variables of a rule by name: one without a number of mines is a clue. */
const named = (sets) =>
  (sets ?? [])
    .map(({ name, cells, mines }) => [name, mines == null && cells.length ? { clue: cells[0], cells } : { cells, mines }])
    .sort(([one], [other]) => (one < other ? -1 : 1));

function Figure({ board, marks, letters = new Map(), lit, tone }) {
  const shown = {
    target: indexOf(board, marks.cell),
    tone,
    action: null,
    clues: indices(board, marks.clues),
    mines: new Set(),
    letters: lettersOn(board, letters),
    variables: variablesOf(board, named(marks.sets)),
  };
  return html`<${Board} board=${board} marks=${shown} lit=${lit} small
    label="A board where the rule applies" />`;
}

/** An example: a cell of a position, and what the position proves about it. */
export function ExampleCard({ example }) {
  const { target, positive, board, marks, counter } = example;
  return html`<section class="card" aria-label="Latest example">
    <p class="overline">${counter ? "Counterexample" : "Example"}: this cell
      ${positive ? ` is certainly ${target === "safe" ? "safe" : "a mine"}` : ` need not be ${target === "safe" ? "safe" : "a mine"}`}</p>
    <${Figure} board=${board} marks=${marks} tone=${positive ? toneOf(target) : "warn"} />
  </section>`;
}
