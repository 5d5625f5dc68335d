"""Plans: the contests, players, games and time limits of an experiment, and a small TOML file.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict as fields_of

from sapper.arena.match import MatchSetup, survey
from sapper.arena.stats import Gsprt
from sapper.arguments import (
    MAX_WHOLE,
    checked,
    describe,
    duration,
    instance,
    mapping,
    path,
    ranged,
    seed,
    several,
    text,
)
from sapper.errors import InputError, NotationError, RecipeError, quoted
from sapper.files import naming_errors, read_text
from sapper.game import Deal, Grid, Level, Rules
from sapper.game.rules import First, WonBy
from sapper.json_input import Digits, describe_json, read_value
from sapper.lazy import cached_property
from sapper.notation.deals import open_deals
from sapper.notation.worlds.map import rules_words
from sapper.players import Strategy
from sapper.players import player as read_recipe


@dataclass(frozen=True)
class Stop:
    """A stopping rule: a contest ends when a sequential test has decided whether ``a`` wins
    ``test.difference`` more of the deals than ``b``, or ``test.null``."""

    a: str
    b: str
    test: Gsprt


NUMBER = re.compile(r"([a-z_]{1,50})=(\d{1,50}(?:\.\d{1,50})?(?:e[+-]?\d{1,50})?)(?=[,)\s])")


@dataclass(frozen=True)
class Family:
    """Recipes that differ only in one number: ``recipe`` has ``…`` in its place, ``option`` is its
    name, ``budgets`` are its values in ascending order, and ``players`` are the recipes in that
    order."""

    recipe: str
    option: str
    budgets: tuple[float, ...]
    players: tuple[str, ...]


def families(recipes: Sequence[str]) -> tuple[Family, ...]:
    """Return all families of two or more of these recipes; a budget of 0 belongs to no family."""
    variants: dict[tuple[str, str], dict[float, str]] = {}
    for recipe in recipes:
        for number in NUMBER.finditer(recipe):
            rest = f"{recipe[: number.start(2)]}…{recipe[number.end(2) :]}"
            if float(number[2]) > 0:
                variants.setdefault((rest, number[1]), {}).setdefault(float(number[2]), recipe)
    return tuple(
        Family(rest, option, tuple(sorted(members)), tuple(members[b] for b in sorted(members)))
        for (rest, option), members in variants.items()
        if len(members) > 1
    )


@dataclass(frozen=True)
class DealsFile:
    """A file of deals with the SHA-256 of its bytes, which detects changes to the file."""

    path: str
    digest: str

    @classmethod
    def of(cls, path: str | Path) -> DealsFile:
        """Return the file in its current state. Raises ``InputError`` if it cannot be read."""
        with naming_errors(path), Path(path).open("rb") as file:
            digest = sha256()
            while piece := file.read(1 << 20):
                digest.update(piece)
        return cls(str(path), digest.hexdigest())

    def deals(self, start: int = 0) -> Iterator[Deal]:
        """Yield the deals from number ``start`` on. Raises ``InputError`` if the file changed."""
        if DealsFile.of(self.path) != self:
            raise InputError(f"{self.path}: the file has changed since its deals were played")
        return islice(iter(open_deals(self.path)), start, None)


@dataclass(frozen=True)
class Contest:
    """A contest: each of the ``players`` (recipes) plays ``games`` deals.

    The deals are those of the ``seed``, numbered from 0, or those of a file. The seed also
    determines the random choices of the players. ``plan`` is the name of its plan, ``level`` the
    name of the board in that plan, and ``own`` has strategies for this contest alone.
    """

    plan: str
    level: str
    grid: Grid
    mines: int
    rules: Rules
    seed: int
    deals: DealsFile | None
    players: tuple[str, ...]
    games: int
    own: Mapping[str, Callable[..., Strategy]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def title(self) -> str:
        """The board and the rules: ``expert · first safe``."""
        return " · ".join([self.level, f"first {self.rules.first}", *self._unusual()])

    @property
    def rules_words(self) -> str:
        """The rules as options of a position's first line: ``first=safe lives=2``."""
        return " ".join([f"first={self.rules.first}", *self._unusual()])

    def _unusual(self) -> list[str]:
        """Return the rules that differ from the defaults, except for the first-move rule."""
        return rules_words(self.rules, Rules(self.rules.first))

    @cached_property
    def setup(self) -> MatchSetup:
        """The data that all batches of games share."""
        chosen = tuple(read_recipe(recipe, self.own) for recipe in self.players)
        return MatchSetup(chosen, self.grid, self.mines, self.rules, self.seed)

    @property
    def code(self) -> dict[str, tuple[str, str]]:
        """The strategies from outside sapper, by recipe: names, and a SHA-256 of their code.

        Raises ``StrategyError`` if the code of a strategy is unknown.
        """
        code = {}
        for recipe, player in zip(self.players, self.setup.players, strict=True):
            if own := sorted({strategy.name: strategy for strategy in player.own}.items()):
                digests = "".join(strategy.digest for _, strategy in own)
                names = ", ".join(name for name, _ in own)
                code[recipe] = names, sha256(digests.encode()).hexdigest()
        return code

    def deal(self, number: int) -> Deal:
        """Return a deal. Raises ``InputError`` if its file is missing or has changed."""
        if self.deals is None:
            return Deal.seeded(self.grid, self.mines, self.seed, number)
        deal = next(self.deals.deals(number), None)
        if deal is None:
            raise InputError(f"{self.deals.path}: no deal with number {number}")
        return deal


MAX_CHARACTERS = 1_000_000  #: characters of a plan
MAX_KEY_PARTS = 100  #: parts of a dotted key; tomllib takes more than linear time for it
_KEY_ENDS = frozenset(",=#[]{}")  #: signs that end a key
MAX_DEPTH = 20  #: tables and lists in one another

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
    seed: Annotated[int, Meta(ge=0, le=MAX_WHOLE)] | Digits = 0
    rules: tuple[RulesFields, ...] = (RulesFields(),)
    budgets: dict[str, Any] = {}
    stop: StopFields | None = None
    limits: LimitsFields = LimitsFields()


def parse_plan(source: str) -> dict[str, Any]:
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


def _written(plan: Plan) -> str:
    """Return the text form, without keys that have their default value."""
    lines = [f"name = {_toml(plan.name)}"]
    lines += [f"about = {_toml(plan.about)}"] * bool(plan.about)
    lines.append(f"players = {_toml(plan.players)}")
    lines += [f"levels = {_toml(plan.levels)}"] * bool(plan.levels)
    lines += [] if plan.deals is None else [f"deals = {_toml(plan.deals)}"]
    lines += [] if plan.games is None else [f"games = {plan.games}"]
    seed = plan.seed if plan.seed <= MAX_WHOLE else str(plan.seed)
    lines += [f"seed = {_toml(seed)}"] * bool(plan.seed)
    if plan.rules != (Rules(),):
        for rules in plan.rules:
            lines += ["", "[[rules]]", *_different(rules)]
    if plan.budgets:
        lines += ["", "[budgets]"]
        lines += [f"{_toml(budget)} = {_toml(values)}" for budget, values in plan.budgets.items()]
    if plan.stop is not None:
        values = {"a": plan.stop.a, "b": plan.stop.b, **asdict(plan.stop.test)}
        lines += ["", "[stop]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
    if plan.seconds is not None:
        lines += ["", "[limits]", f"seconds = {_toml(plan.seconds)}"]
    return "\n".join(lines) + "\n"


def _loaded(source: str) -> dict[str, Any]:
    if len(source) > MAX_CHARACTERS:
        raise NotationError(
            f"a plan has at most {MAX_CHARACTERS:,} characters, not {len(source):,}"
        )
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
        if line.count(".") < MAX_KEY_PARTS:
            continue
        parts = 1
        for part in line.split("."):
            # Between the parts of a key, there are neither words of a text nor other signs.
            words = len(part.split()) > 1 and not {'"', "'"} & set(part)
            parts = 1 if words or not _KEY_ENDS.isdisjoint(part) else parts + 1
            if parts > MAX_KEY_PARTS:
                raise NotationError(f"line {number}: a key has more than {MAX_KEY_PARTS} parts")


def _values(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield all values of a plan that are not lists or tables, with their keys."""
    if depth > MAX_DEPTH:
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
        case int() if abs(value) > MAX_WHOLE:
            return f"a number of at most {MAX_WHOLE}"
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


MAX_PLAYERS = 200  #: limited, because all pairs of players are compared
MAX_CONTESTS = 1000
MAX_CELLS = 20_000_000  #: of the boards of all contests together


@dataclass(frozen=True)
class Plan:
    """An experiment: every player plays ``games`` deals of every level under all rules.

    - ``seed``, ``deals``: the deals are those of the seed, or those of a file. For a file,
      ``levels`` is empty, and ``games`` may be None for all deals.
    - ``budgets``: thinking budgets. A player with ``{name}`` in its recipe, such as
      ``champion(seconds={seconds})``, plays once for each value of that name.
    - ``stop``: a rule for ending contests early.
    - ``seconds``: the wall time of each run; finished games are kept.
    - ``own``: strategies by their names in the recipes, as for ``sapper.player``.

    The text form is TOML, see ``Plan.parse``; it does not include ``own``. Raises ``InputError``
    for a plan that cannot be played.

    >>> plan = sapper.Plan("small", ("csp", "random"), ("beginner8",), games=10)
    >>> plan.players, plan.seed
    (('csp', 'random'), 0)
    """

    name: str
    players: tuple[str, ...]
    levels: tuple[str, ...] = ()
    rules: tuple[Rules, ...] = (Rules(),)
    games: int | None = None
    seed: int = 0
    deals: str | None = None
    about: str = ""
    budgets: Mapping[str, tuple[int | float | str, ...]] = field(default_factory=dict, hash=False)
    stop: Stop | None = None
    seconds: float | None = None
    own: Mapping[str, Callable[..., Strategy]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self._check_types()
        if not self.players:
            raise InputError("a plan needs at least one player")
        if not self.rules:
            raise InputError("a plan needs rules")
        if self.deals is None and (not self.levels or self.games is None):
            raise InputError("a plan needs either deals, or levels and a number of games")
        if self.deals is not None and self.levels:
            raise InputError("a plan cannot have both levels and deals, which have their own board")
        if len(self.levels) * len(self.rules) > MAX_CONTESTS:
            raise InputError(f"a plan has at most {MAX_CONTESTS:,} contests (levels times rules)")
        levels = [Level.parse(level) for level in self.levels]
        _once("level", self.levels, levels)
        cells = len(self.rules) * sum(level.width * level.height for level in levels)
        if cells > MAX_CELLS:
            raise InputError(
                f"the boards of a plan have at most {MAX_CELLS:,} cells together, not {cells:,}"
            )
        for word, level in zip(self.levels, levels, strict=True):
            for rules in self.rules:
                _check_room(word, level.grid, level.mines, rules)
        if sum(map(self._count, self.players)) > MAX_PLAYERS:
            raise InputError(
                f"a plan has at most {MAX_PLAYERS:,} players, one for each value of a budget"
            )
        _once("player", self.everyone, self.everyone)
        used = {name for player in self.players for name in self._budgets_of(player)}
        for name in self.budgets:
            if name not in used:
                raise InputError(f"no player of the plan uses the budget {quoted(name)}")
        if len(set(self.rules)) < len(self.rules):
            raise InputError("the plan has the same rules twice")
        for recipe in self.everyone:
            read_recipe(recipe, self.own)
        if self.stop is not None:
            self._check_stop(self.stop)

    def _check_types(self) -> None:
        for name, value in (("name", self.name), ("about", self.about)):
            text(name, value)
        for name, recipes in (("players", self.players), ("levels", self.levels)):
            several(name, recipes)
            object.__setattr__(self, name, tuple(text(name, each) for each in recipes))
        rules = tuple(instance("Rules", "rules", each) for each in several("rules", self.rules))
        object.__setattr__(self, "rules", rules)
        seed("seed", self.seed)
        if self.games is not None:
            ranged("games", self.games, 1)
        if self.deals is not None:
            path("deals", self.deals)
        if self.seconds is not None:
            duration("seconds", self.seconds)
        if self.stop is not None and not isinstance(self.stop, Stop):
            raise InputError(f"stop: expected a Stop, not {describe(self.stop)}")
        for name, values in mapping("budgets", self.budgets).items():
            several(f"budget {quoted(name)}", values)
        mapping("own", self.own)

    def _check_stop(self, stop: Stop) -> None:
        for recipe in (stop.a, stop.b):
            if recipe not in self.everyone:
                raise InputError(
                    f"the stopping rule names '{recipe[:60]}', which is not a player of the plan"
                )
        if stop.a == stop.b:
            raise InputError("the stopping rule needs two different players")

    def __str__(self) -> str:
        return _written(self)

    @classmethod
    def parse(cls, source: str, own: Mapping[str, Callable[..., Strategy]] | None = None) -> Plan:
        """Parse the text form of a plan. Raises ``NotationError``, naming the line."""
        return cls(**parse_plan(text("plan", source)), own=own or {})

    @classmethod
    @checked
    def load(
        cls, path: str | Path, own: Mapping[str, Callable[..., Strategy]] | None = None
    ) -> Plan:
        """Read a plan from a file; the path of a deals file is relative to that file.

        Raises ``InputError``, naming the file and the line.
        """
        source = read_text(path, limit=MAX_CHARACTERS)
        with naming_errors(path):
            plan = cls.parse(source, own)
            return (
                plan
                if plan.deals is None
                else replace(plan, deals=str(Path(path).parent / plan.deals))
            )

    @property
    def everyone(self) -> tuple[str, ...]:
        """The recipes of all players, with every value of their budgets filled in."""
        return tuple(recipe for player in self.players for recipe in self._written_out(player))

    def _budgets_of(self, player: str) -> list[str]:
        """Return the names of the budgets in the recipe of a player."""
        return [name for name in self.budgets if f"{{{name}}}" in player]

    def _count(self, player: str) -> int:
        """Return the number of players that a recipe with budgets expands to."""
        return prod(len(self.budgets[name]) for name in self._budgets_of(player))

    def _written_out(self, player: str) -> list[str]:
        named = self._budgets_of(player)
        recipes = []
        for values in product(*(self.budgets[name] for name in named)):
            recipe = player
            for name, value in zip(named, values, strict=True):
                recipe = recipe.replace(f"{{{name}}}", str(value))
            if "{" in recipe:
                raise RecipeError(f"player '{player[:60]}' names a budget that is not in the plan")
            recipes.append(recipe)
        return recipes

    def contests(self) -> tuple[Contest, ...]:
        """Return the contests: every level under all rules, level by level.

        Raises ``InputError`` for a file of deals that cannot be read or has too few.
        """
        if self.deals is None:
            assert self.games is not None
            levels = [(name, Level.parse(name)) for name in self.levels]
            boards = [(name, level.grid, level.mines) for name, level in levels]
            file, games = None, self.games
        else:
            file = DealsFile.of(self.deals)
            name, grid, mines, games = survey(open_deals(self.deals), None, self.games)
            for rules in self.rules:
                _check_room(name, grid, mines, rules)
            boards = [(name, grid, mines)]
        players = self.everyone
        return tuple(
            Contest(self.name, *board, rules, self.seed, file, players, games, self.own)
            for board in boards
            for rules in self.rules
        )

    def asked(self, contest: Contest) -> int:
        """Return the number of games of a contest that the plan has for each player.

        This is 0 for a contest that is not, or no longer, in the plan.
        """
        if contest.rules not in self.rules or contest.seed != self.seed:
            return 0
        if contest.deals is not None:
            here = contest.deals.path == self.deals
        else:
            boards = [Level.parse(level) for level in self.levels]
            here = (contest.grid, contest.mines) in [(one.grid, one.mines) for one in boards]
        return (self.games or contest.games) if here else 0


def _check_room(level: str, grid: Grid, mines: int, rules: Rules) -> None:
    """Reject a first-move rule that leaves too few cells for the mines at every first cell.

    The cell with the fewest neighbours leaves the most.
    """
    if grid.kind == "square" and not grid.blocked:  # without listing its cells
        near = min(grid.width, 2) * min(grid.height, 2) - 1
    else:
        near = len(grid.neighbour_indices(grid.corner))
    kept = {"any": 0, "safe": 1, "opening": 1 + near}[rules.first]
    if mines > grid.size - len(grid.blocked) - kept:
        raise InputError(
            f"level '{level[:60]}' has too many mines for the first-move rule '{rules.first}'"
        )


def _once(kind: str, names: Sequence[str], meanings: Sequence[object]) -> None:
    """Reject synonyms, which would give the same contest twice."""
    for k, (name, meaning) in enumerate(zip(names, meanings, strict=True)):
        if meaning in meanings[:k]:
            raise InputError(f"the plan has the {kind} '{name[:60]}' twice")
