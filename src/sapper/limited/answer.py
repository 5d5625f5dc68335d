"""Answers: yes or no, and why: the split tree of a belief, the fixes of a possibility."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sapper.limited.language import Formula


@dataclass(frozen=True)
class Case:
    """A node of a split tree in words. ``assumed`` is what the case is, ``learned`` what closure
    makes of it; then it is satisfied, or contradicts itself, or ``term`` is split further."""

    assumed: tuple[str, ...]
    learned: tuple[str, ...]
    contradiction: bool = False
    term: str | None = None
    cases: tuple[Case, ...] = ()

    def lines(self, indent: str = "") -> Iterator[str]:
        """The tree as indented lines; its root has no line of its own."""
        if self.assumed:
            told = ", ".join(self.assumed)
            if self.learned:
                told += f", so {', '.join(self.learned)}"
            end = ": contradiction" if self.contradiction else ""
            yield f"{indent}if {told}{end or (':' if self.term else ': satisfied')}"
            indent += "  "
        elif self.contradiction:
            yield f"{indent}the knowledge contradicts itself"
        elif self.term is None:
            yield f"{indent}it follows without a split"
        if self.term is not None:
            yield f"{indent}split {self.term}" + ("" if self.cases else ": it has no name to take")
            for case in self.cases:
                yield from case.lines(indent + "  ")

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        found: dict[str, Any] = {"assumed": list(self.assumed), "learned": list(self.learned)}
        if self.contradiction:
            found["contradiction"] = True
        if self.term is not None:
            found["split"] = self.term
            found["cases"] = [case.to_json() for case in self.cases]
        return found


@dataclass(frozen=True)
class Answer:
    """Whether a formula holds, and why. ``level`` is the number of splits, or of fixes, that a
    belief or a possibility took; ``parts`` are the answers it comes from: of a quantifier the one
    instance that decides, if one does."""

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
        """The explanation as indented lines."""
        note = f" ({self.words})" if self.words else ""
        yield f"{indent}{'yes' if self.holds else 'no'}: {self.formula}{note}"
        indent += "  "
        if self.case is not None:
            yield from self.case.lines(indent)
        if self.fixes is not None:
            told = "; ".join(", ".join(fix) for fix in self.fixes)
            yield f"{indent}fix {told}" if told else f"{indent}it is so without a fix"
        for part in self.parts:
            yield from part.lines(indent)

    def to_json(self) -> dict[str, Any]:
        """Plain values; what does not apply is left out."""
        found: dict[str, Any] = {"formula": str(self.formula), "holds": self.holds}
        if self.level is not None:
            found["level"] = self.level
        if self.words:
            found["words"] = self.words
        if self.case is not None:
            found["case"] = self.case.to_json()
        if self.fixes is not None:
            found["fixes"] = [list(fix) for fix in self.fixes]
        if self.parts:
            found["parts"] = [part.to_json() for part in self.parts]
        return found
