"""The text form of a plan: TOML, read with errors that name the line.

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
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict as fields_of

from sapper.arena.stats.paired import Gsprt
from sapper.errors import InputError, NotationError
from sapper.game import Rules
from sapper.game.rules import First, WonBy
from sapper.json_input import Digits, describe_json, read_value
from sapper_lab.plan.contest import Stop

LONGEST = 1_000_000  #: characters of a plan
PARTS = 100  #: parts of a dotted key; tomllib takes more than linear time for it
_OTHER = frozenset(",=#[]{}")  #: signs that end a key
DEEPEST = 20  #: tables and lists in one another
LARGEST = 2**63 - 1  #: the largest whole number of TOML; a larger seed is a string of digits

Budget = Annotated[tuple[int | float | str, ...], Meta(min_length=1)]


class RulesFields(Struct, frozen=True, forbid_unknown_fields=True):
    """A table ``[[rules]]``."""

    first: First = "safe"
    zeros_open: bool = True
    lives: Annotated[int, Meta(ge=1, le=1000)] = 1
    won_by: WonBy = "opening"


class StopFields(Struct, frozen=True, forbid_unknown_fields=True):
    """The table ``[stop]``."""

    a: str
    b: str
    difference: float
    null: float = Gsprt.null
    alpha: float = Gsprt.alpha
    beta: float = Gsprt.beta


class LimitsFields(Struct, frozen=True, forbid_unknown_fields=True):
    """The table ``[limits]``."""

    seconds: Annotated[float, Meta(gt=0)] | None = None


class PlanFields(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a plan; those without a default are required."""

    name: str
    players: tuple[str, ...]
    about: str = ""
    levels: tuple[str, ...] = ()
    deals: str | None = None
    games: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    seed: Annotated[int, Meta(ge=0, le=LARGEST)] | Digits = 0
    rules: tuple[RulesFields, ...] = (RulesFields(),)
    budgets: dict[str, Any] = {}
    stop: StopFields | None = None
    limits: LimitsFields = LimitsFields()


def parse(source: str) -> dict[str, Any]:
    """Read the fields of a plan, named as in ``Plan``.

    Raises ``NotationError``, naming the line, for a key that is unknown, missing or of a wrong
    type.
    """
    document = _loaded(source)
    if isinstance(document.get("rules"), dict):
        document["rules"] = [document["rules"]]
    try:
        for key, value in _values(document):
            if expected := _fault(value):
                raise NotationError(f"'{key}': expected {expected}, got {describe_json(value)}")
        plan = read_value(document, PlanFields)
        budgets = {
            name: read_value(values, Budget, f"'budgets.{name}'")
            for name, values in plan.budgets.items()
        }
        stop = None if plan.stop is None else _stop(plan.stop)
    except NotationError as error:
        sentence = str(error).replace("a JSON object", "a table").replace("an object", "a table")
        raise NotationError(f"{_line(sentence, source)}{sentence}") from None
    rules = tuple(Rules(**fields_of(one)) for one in plan.rules)
    parts = {"rules": rules, "budgets": budgets, "stop": stop, "seconds": plan.limits.seconds}
    return {key: value for key, value in fields_of(plan).items() if key != "limits"} | parts


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
    """Return the text form, without keys that have their default value."""
    lines = [f"name = {_toml(name)}"]
    lines += [f"about = {_toml(about)}"] * bool(about)
    lines.append(f"players = {_toml(players)}")
    lines += [f"levels = {_toml(levels)}"] * bool(levels)
    lines += [] if deals is None else [f"deals = {_toml(deals)}"]
    lines += [] if games is None else [f"games = {games}"]
    lines += [f"seed = {_toml(seed if seed <= LARGEST else str(seed))}"] * bool(seed)
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


def _loaded(source: str) -> dict[str, Any]:
    if len(source) > LONGEST:
        raise NotationError(f"a plan has at most {LONGEST:,} characters, not {len(source):,}")
    _check_keys(source)
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(_placed(str(error))) from None
    except RecursionError:
        raise NotationError("the plan is nested too deeply") from None
    except ValueError:  # Python's limit of digits; TOML errors are handled above
        raise NotationError("the plan has a number with too many digits") from None


def _check_keys(source: str) -> None:
    """Raise ``NotationError`` for a key of too many parts, before tomllib reads it."""
    for number, line in enumerate(source.split("\n"), start=1):
        if line.count(".") < PARTS:
            continue
        parts = 1
        for part in line.split("."):
            # Between the parts of a key, there are neither words of a text nor other signs.
            words = len(part.split()) > 1 and not {'"', "'"} & set(part)
            parts = 1 if words or not _OTHER.isdisjoint(part) else parts + 1
            if parts > PARTS:
                raise NotationError(f"line {number}: a key has more than {PARTS} parts")


def _values(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield all values of a plan that are not lists or tables, with their keys."""
    if depth > DEEPEST:
        raise NotationError("the plan is nested too deeply")
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _values(each, f"{place}.{key}" if place else key, depth + 1)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _values(each, f"{place}[{index}]", depth + 1)
    else:
        yield place, value


def _fault(value: object) -> str:
    """Return what a value that is invalid for all keys should be; empty for other values."""
    match value:
        case str() if not value.strip() or not value.isprintable():
            return "a line of text"
        case float() if not math.isfinite(value):
            return "a finite number"
        case int() if abs(value) > LARGEST:
            return f"a number of at most {LARGEST}"
    return ""


def _stop(stop: StopFields) -> Stop:
    try:
        return Stop(stop.a, stop.b, Gsprt(stop.difference, stop.null, stop.alpha, stop.beta))
    except InputError as error:
        raise NotationError(f"'stop': {error}") from None


def _line(sentence: str, source: str) -> str:
    """Return ``line N: `` for the key that a sentence begins with; empty if it is ambiguous."""
    match = re.match(r"(?:'([^']*)': )?(?:unknown field '([^']*)')?", sentence)
    path = ".".join(part for part in match.groups() if part) if match else ""
    section, _, key = re.sub(r"\[\d+\]", "", path).rpartition(".")
    here, lines = "", []
    for number, line in enumerate(source.splitlines(), start=1):
        if head := re.match(r"\s*\[+\s*([\w-]+)\s*\]", line):
            here, position = head[1], ("", head[1])
        elif name := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
            position = (here, name[1])
        else:
            continue
        lines += [number] * (position == (section, key))
    return f"line {lines[0]}: " if len(lines) == 1 else ""


def _different(rules: Rules) -> list[str]:
    """Return the lines of rules: the first-move rule and any others without their default."""
    plain = Rules()
    names = [option.name for option in fields(Rules)]
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


def _placed(message: str) -> str:
    """Move the line number of a TOML error to the front."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", message, re.DOTALL)
    if match is None:
        return f"the plan is not valid TOML: {message[:1].lower()}{message[1:]}"
    return f"line {match[2]}: {match[1][:1].lower()}{match[1][1:]}"
