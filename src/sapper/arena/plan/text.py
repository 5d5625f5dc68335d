"""The text form of a plan: TOML, with errors that name the line.

```toml
name = "guesses"
players = ["csp", "champion(seconds={seconds})"]
levels = ["expert"]               # or: deals = "FILE", relative to the plan
games = 1000
seed = 1

[[rules]]                         # any number; without one, the first cell is safe
first = "opening"

[budgets]                         # of thinking: one player for each value
seconds = [0.01, 0.1]

[stop]                            # early, when it is clear whether a wins 2% more deals than b
a = "champion(seconds=0.1)"
b = "csp"
difference = 0.02

[limits]
seconds = 3600                    # of each run
```
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from difflib import get_close_matches
from typing import Any, get_args

from sapper.arena.plan.stop import Stop
from sapper.arena.stats.sequential import Gsprt
from sapper.errors import InputError, NotationError
from sapper.game import Rules
from sapper.game.rules import First, WonBy

MOST_GAMES = 1_000_000_000
MOST_SEED = 2**63 - 1

Reader = Callable[[Any], Any]  # takes a TOML value; raises ValueError with what was expected


def parse(source: str) -> dict[str, Any]:
    """Read the fields of a plan, by the names that ``Plan`` gives them.

    Raises ``NotationError`` naming the line of what is unknown, missing or of a wrong type.
    """
    try:
        found = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(_placed(str(error))) from None
    except RecursionError:
        raise NotationError("the plan is nested too deeply") from None
    except ValueError:  # Python's limit of digits; TOML errors are handled above
        raise NotationError("the plan has a number with too many digits") from None
    text = _Text(source)
    top = text.read("", found, PLAN)
    rules = found.get("rules", [])
    tables = rules if isinstance(rules, list) else [rules]
    if not all(isinstance(table, dict) for table in tables):
        raise text.error("", "rules", "should be tables: [[rules]]")
    parts: dict[str, Any] = {}
    if tables:
        parts["rules"] = tuple(_rules(text, table) for table in tables)
    for name in ("budgets", "stop", "limits"):
        if not isinstance(found.get(name, {}), dict):
            raise text.error("", name, f"should be a table: [{name}]")
    if "budgets" in found:
        parts["budgets"] = {
            name: text.value("budgets", name, values, _budget)
            for name, values in found["budgets"].items()
        }
    if "stop" in found:
        parts["stop"] = _stop(text, found["stop"])
    if "name" not in top or "players" not in top:
        raise NotationError(f"the plan has no {'players' if 'name' in top else 'name'}")
    limits = text.read("limits", found.get("limits", {}), LIMITS)
    return {**top, **parts, **limits}


def write(
    *,
    name: str,
    players: Sequence[str],
    levels: Sequence[str],
    rules: Sequence[Rules],
    games: int | None,
    seed: int,
    deals: str | None,
    about: str,
    budgets: Mapping[str, Sequence[int | float | str]],
    stop: Stop | None,
    seconds: float | None,
) -> str:
    """Return the text form without the keys that have their default values."""
    lines = [f"name = {_toml(name)}"]
    lines += [f"about = {_toml(about)}"] * bool(about)
    lines.append(f"players = {_toml(players)}")
    lines += [f"levels = {_toml(levels)}"] * bool(levels)
    lines += [] if deals is None else [f"deals = {_toml(deals)}"]
    lines += [] if games is None else [f"games = {games}"]
    lines += [f"seed = {seed}"] * bool(seed)
    if rules != (Rules(),):
        for one in rules:
            lines += ["", "[[rules]]", *_different(one)]
    if budgets:
        lines += ["", "[budgets]"]
        lines += [f"{_toml(budget)} = {_toml(values)}" for budget, values in budgets.items()]
    if stop is not None:
        values = {"a": stop.a, "b": stop.b, **asdict(stop.test)}
        lines += ["", "[stop]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
    if seconds is not None:
        lines += ["", "[limits]", f"seconds = {_toml(seconds)}"]
    return "\n".join(lines) + "\n"


def _rules(text: _Text, table: dict[str, Any]) -> Rules:
    return Rules(**text.read("rules", table, RULES))


def _stop(text: _Text, table: dict[str, Any]) -> Stop:
    values = text.read("stop", table, STOP)
    for key in ("a", "b", "difference"):
        if key not in values:
            raise text.error("stop", "", f"has no {key}")
    a, b = values.pop("a"), values.pop("b")
    try:
        return Stop(a, b, Gsprt(**values))
    except InputError as error:
        raise text.error("stop", "", f"is invalid: {error}") from None


class _Text:
    """The text of a plan, with the line of every key."""

    def __init__(self, source: str) -> None:
        self._places: dict[tuple[str, str], list[int]] = {}
        section = ""
        for number, line in enumerate(source.splitlines(), start=1):
            if head := re.match(r"\s*\[+\s*([\w-]+)\s*\]", line):
                section = head[1]
                self._places.setdefault(("", section), []).append(number)
            elif key := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
                self._places.setdefault((section, key[1]), []).append(number)

    def read(
        self, section: str, table: Mapping[str, Any], readers: Mapping[str, Reader | None]
    ) -> dict[str, Any]:
        """Return the values of a section; a reader of None marks a subsection."""
        for key in table:
            if key not in readers:
                near = get_close_matches(key, readers, 1)
                known = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(readers)}"
                where = f" in [{section}]" if section else ""
                raise NotationError(
                    f"{self._place(section, key)}unknown key '{key[:40]}'{where}; {known}"
                )
        return {
            key: self.value(section, key, value, reader)
            for key, value in table.items()
            if (reader := readers[key]) is not None
        }

    def value(self, section: str, key: str, value: Any, reader: Reader) -> Any:
        """Read a value with a reader."""
        try:
            return reader(value)
        except ValueError as error:
            words = f"should be {error}, not {_shown(value)}"
            raise self.error(section, key, words) from None

    def error(self, section: str, key: str, words: str) -> NotationError:
        """Return the error for a key or a whole section, with its place."""
        return NotationError(f"{self._place(section, key)}{key or f'[{section}]'} {words}")

    def _place(self, section: str, key: str) -> str:
        """Return ``line N: ``, or nothing if the line is ambiguous."""
        lines = self._places.get((section, key) if key else ("", section), [])
        return f"line {lines[0]}: " if len(lines) == 1 else ""


def _shown(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=str)[:40]
    except ValueError:  # a whole number with more digits than Python writes
        return "such a large number"


def _word(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError("a line of text")
    return value


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("a list of texts")
    return tuple(map(_word, value))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _one_of(*words: str) -> Reader:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return read


def _whole(least: int, most: int) -> Reader:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return read


def _number(value: Any) -> float:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    if not known or not abs(value) <= sys.float_info.max:  # infinite, nan or too large
        raise ValueError("a number")
    return float(value)


def _positive(value: Any) -> float:
    if not (isinstance(value, int | float) and _number(value) > 0):
        raise ValueError("a number above 0")
    return float(value)


def _budget(value: Any) -> tuple[int | float | str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("a list of numbers or words")
    return tuple(map(_word_or_number, value))


def _word_or_number(value: Any) -> int | float | str:
    if isinstance(value, str):
        return _word(value)
    number = _number(value)
    return value if isinstance(value, int) else number


PLAN: dict[str, Reader | None] = {
    "name": _word,
    "about": _word,
    "players": _words,
    "levels": _words,
    "deals": _word,
    "games": _whole(1, MOST_GAMES),
    "seed": _whole(0, MOST_SEED),
    "rules": None,
    "budgets": None,
    "stop": None,
    "limits": None,
}
RULES: dict[str, Reader | None] = {
    "first": _one_of(*get_args(First)),
    "zeros_open": _flag,
    "lives": _whole(1, 1000),
    "won_by": _one_of(*get_args(WonBy)),
}
STOP: dict[str, Reader | None] = {
    "a": _word,
    "b": _word,
    "difference": _number,
    "null": _number,
    "alpha": _number,
    "beta": _number,
}
LIMITS: dict[str, Reader | None] = {"seconds": _positive}


def _different(rules: Rules) -> list[str]:
    """Return the lines of rules: the first-move rule and others that differ from the default."""
    plain = Rules()
    names = [one.name for one in fields(Rules)]
    pairs = [(name, getattr(rules, name), getattr(plain, name)) for name in names]
    return [
        f"{name} = {_toml(value)}"
        for name, value, usual in pairs
        if name == "first" or value != usual
    ]


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _placed(words: str) -> str:
    """Move the line number of a TOML error to the front."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", words, re.DOTALL)
    if match is None:
        return f"the plan is not valid TOML: {words[:1].lower()}{words[1:]}"
    return f"line {match[2]}: {match[1][:1].lower()}{match[1][1:]}"
