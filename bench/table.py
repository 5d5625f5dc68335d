"""Tables of figures: Markdown for people, plain values for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, median, pstdev
from typing import Any, Protocol

from sapper.arena.stats import Floats, wilson


@dataclass(frozen=True)
class Spread:
    """The median of repeated measurements, with the smallest and the largest."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """Return the spread of some values."""
        found = sorted(values)
        return cls(median(found), found[0], found[-1])

    def __str__(self) -> str:
        return f"{digits(self.median)} ({digits(self.least)}–{digits(self.most)})"


@dataclass(frozen=True)
class Share:
    """A share of trials with its 95% interval, shown in percent."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, number: int, trials: int) -> Share:
        """Return the share of a number of trials with its Wilson interval."""
        return cls(number / trials, *wilson(number, trials))

    def __str__(self) -> str:
        return f"{100 * self.share:.2f} ({100 * self.low:.2f}–{100 * self.high:.2f})"


@dataclass(frozen=True)
class Gain:
    """A mean difference of shares, and half the width of its 95% interval, in percentage points
    when shown."""

    gain: float
    half: float

    @classmethod
    def of(cls, differences: Iterable[float]) -> Gain:
        """Return the mean of independent differences with its normal interval."""
        found = [float(one) for one in differences]
        return cls(fmean(found), 1.96 * pstdev(found) / sqrt(len(found)))

    def times(self, number: float) -> Gain:
        """Return the gain of this many such differences."""
        return Gain(self.gain * number, self.half * number)

    def __str__(self) -> str:
        return f"{100 * self.gain:+.3f} ± {100 * self.half:.3f}"


@dataclass(frozen=True)
class Table:
    """The results of one subject: a title, rows of figures, and notes about them."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: str = ""

    def __str__(self) -> str:
        head, *rows = [[text(value) for value in row] for row in [self.columns, *self.rows]]
        widths = [max(2, *map(len, column)) for column in zip(head, *rows, strict=True)]
        numbers = [all(not isinstance(row[k], str) for row in self.rows) for k in range(len(head))]
        rule = ["-" * (w - 1) + ":" if n else "-" * w for w, n in zip(widths, numbers, strict=True)]
        lines = [self.title, ""]
        for row in [head, rule, *rows]:
            padded = [
                cell.rjust(width) if number else cell.ljust(width)
                for cell, width, number in zip(row, widths, numbers, strict=True)
            ]
            lines.append(f"| {' | '.join(padded)} |")
        return "\n".join([*lines, *(["", self.notes] if self.notes else [])])

    def to_json(self) -> dict[str, Any]:
        """Return plain values, with one object for each row."""
        plain = [[value(v) for v in row] for row in self.rows]
        rows = [dict(zip(self.columns, row, strict=True)) for row in plain]
        return {"title": self.title, "rows": rows, "notes": self.notes}


class Result(Protocol):
    """A result with a text form and plain values."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""


def output(found: Result | Sequence[Result], as_json: bool) -> str:
    """Return a result, or several ones, as JSON or as text."""
    if as_json:
        plain = [one.to_json() for one in found] if isinstance(found, Sequence) else found.to_json()
        return json.dumps(plain, ensure_ascii=False, indent=1)
    return "\n\n".join(map(str, found)) if isinstance(found, Sequence) else str(found)


def value(found: object) -> object:
    """Return a figure as a JSON value."""
    return asdict(found) if isinstance(found, Spread | Share | Gain) else found


def text(found: object) -> str:
    """Return a figure as text for people."""
    if found is None:
        return ""
    if isinstance(found, int):
        return f"{found:,}"
    return digits(found) if isinstance(found, float) else str(found)


def points(values: Floats) -> str:
    """Return a mean in percentage points with its normal 95% interval."""
    return f"{100 * values.mean():.2f} ± {196 * values.std() / len(values) ** 0.5:.2f}"


def digits(number: float) -> str:
    """Return a number with three significant digits."""
    if number == 0 or 1e-3 <= abs(number) < 1e6:
        return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
    return f"{number:.1e}"
