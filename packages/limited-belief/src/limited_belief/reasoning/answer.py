"""Answers: yes or no, with the split tree behind a belief or the fixes behind a possibility."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from limited_belief.errors import listed
from limited_belief.language.english import in_words
from limited_belief.language.logic import Formula


class Case(Struct, frozen=True, rename={"term": "split"}):
    """A node of a split tree in words.

    ``assumed`` is the assumption of the case, and ``learned`` what unit propagation derives from
    it. Then the goal holds, or the case ends in a ``contradiction``, or ``term`` is split.
    """

    assumed: tuple[str, ...]
    learned: tuple[str, ...]
    contradiction: bool = False
    term: str | None = None
    cases: tuple[Case, ...] = ()

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the tree as indented lines; the root has none."""
        if self.assumed:
            words = listed(self.assumed)
            if self.learned:
                words += f", then {listed(self.learned)}"
            end = "contradiction" if self.contradiction else "it holds"
            yield f"{indent}if {words}:" + ("" if self.term else f" {end}")
            indent += "  "
        elif self.contradiction:
            yield f"{indent}the knowledge contradicts itself"
        elif self.term is None:
            yield f"{indent}unit propagation alone shows it"
        if self.term is not None:
            yield f"{indent}split on {self.term}:" + (
                "" if self.cases else " no name is left for it"
            )
            for case in self.cases:
                yield from case.lines(indent + "  ")

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain values."""
        fields: dict[str, Any] = {"assumed": list(self.assumed), "learned": list(self.learned)}
        if self.contradiction:
            fields["contradiction"] = True
        if self.term is not None:
            fields["split"] = self.term
            fields["cases"] = [case.to_json() for case in self.cases]
        return fields


class Answer(Struct, frozen=True):
    """The truth value of a formula, with its proof.

    ``level`` is the number of splits of a belief, or of fixes of a possibility. ``parts`` are the
    answers on which this one rests: for a quantifier, the single instance that decides it, if any.
    """

    formula: Formula
    holds: bool
    level: int | None = None
    case: Case | None = None
    fixes: tuple[tuple[str, ...], ...] | None = None
    parts: tuple[Answer, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the explanation as indented lines."""
        note = f" ({self.words})" if self.words else ""
        yield f"{indent}{'yes' if self.holds else 'no'}: {self.formula}{note}"
        indent += "  "
        if self.case is not None:
            yield from self.case.lines(indent)
        if self.fixes is not None:
            fixed = "; then ".join(map(listed, self.fixes))
            yield f"{indent}fix {fixed}" if fixed else f"{indent}possible without fixing a term"
        for part in self.parts:
            yield from part.lines(indent)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, omitting fields that do not apply."""
        said = in_words(self.formula)
        fields: dict[str, Any] = {"formula": str(self.formula), "said": said, "holds": self.holds}
        if self.level is not None:
            fields["level"] = self.level
        if self.words:
            fields["words"] = self.words
        if self.case is not None:
            fields["case"] = self.case.to_json()
        if self.fixes is not None:
            fields["fixes"] = [list(fix) for fix in self.fixes]
        if self.parts:
            fields["parts"] = [part.to_json() for part in self.parts]
        return fields


def decide_by_parts(
    formula: Formula, among: tuple[Formula, ...], ask: Callable[[Formula], Answer], *, by: bool
) -> Answer:
    """Answer a disjunction (decided ``by`` a true part) or a conjunction (by a false one)."""
    answers = []
    for part in among:
        answer = ask(part)
        if answer.holds == by:
            return Answer(formula, by, parts=(answer,))
        answers.append(answer)
    return Answer(formula, not by, parts=tuple(answers))
