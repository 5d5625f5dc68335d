"""Recipes: chains of strategies, ``first > second(option=value) > …``, with typed options.

A name alone, with or without options, is the player of that name; within a chain, each name is a
strategy. So ``csp`` and ``csp()`` are ``corner > single-point > csp``.
"""

from __future__ import annotations

import logging
import re
import time
from collections import UserDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import Parameter, signature
from math import inf
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from sapper.arguments import describe, instance, mapping, several, text
from sapper.arguments import seed as checked_seed
from sapper.errors import (
    IllegalMoveError,
    InputError,
    RecipeError,
    SapperError,
    StrategyError,
    listed,
    nearest,
    quoted,
    require,
    unknown,
)
from sapper.game import Chance, Position
from sapper.game.position import why_illegal
from sapper.players.decision import (
    Decision,
    Factory,
    Pass,
    Reason,
    Strategy,
    TakesTurns,
    brief_repr,
    plain_cell,
)
from sapper.players.own import NAME, OwnStrategy, StrategySource, strategies_in

Value = bool | int | float | str

_log = logging.getLogger("sapper.players")

_COLLECTING = (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)
_TRUTH = {"true": True, "on": True, "false": False, "off": False}
_CALLED = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}


def options_of(arguments: str, text: str) -> dict[str, Value]:
    """Read ``a=1, b=true`` as a dictionary of numbers, words and truth values.

    Raises ``RecipeError`` for a malformed or repeated option; ``text`` is the link of the recipe,
    for the message.
    """
    options: dict[str, Value] = {}
    for part in filter(None, (p.strip() for p in arguments.split(","))):
        key, equals, value = (s.strip() for s in part.partition("="))
        if not equals or not key.isidentifier():
            raise RecipeError(f"{quoted(part)} in {quoted(text)} is not an option NAME=VALUE")
        if key in options:
            raise RecipeError(f"the option {quoted(key)} is given twice in {quoted(text)}")
        options[key] = _value(value)
    return options


def check(name: str, make: Callable[..., object], options: dict[str, Value]) -> None:
    """Raise ``RecipeError`` for an option that a strategy does not have, or that is missing.

    It is also raised for a value that the type hint does not allow; without a hint, any value is
    allowed.
    """
    taken = parameters_of(make)
    hints = _types(make)
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in taken.values())
    for key, value in options.items():
        if key not in taken and not takes_any:
            near = nearest(key, taken)
            words = f"did you mean '{near}'?" if near else ", ".join(taken) or "it has none"
            raise RecipeError(f"strategy '{name}' has no option {quoted(key)}: {words}")
        if key in hints and not _fits(value, hints[key]):
            written = str(value).lower() if isinstance(value, bool) else str(value)[:20] or "''"
            raise RecipeError(f"strategy '{name}': {key} is {_called(hints[key])}, not {written}")
    for key, each in taken.items():
        needed = each.default is Parameter.empty and each.kind not in _COLLECTING
        if needed and key not in options:
            raise RecipeError(f"strategy '{name}' needs the option '{key}'")


def parameters_of(make: Callable[..., object]) -> Mapping[str, Parameter]:
    """Return the parameters of a strategy's class or function, which are its options."""
    with suppress(ValueError):  # classes without a signature, such as dict
        return signature(make).parameters
    return {}


def _types(make: Callable[..., object]) -> dict[str, object]:
    """Return the known types of options by name."""
    with suppress(NameError, TypeError):  # types imported for checkers only; objects without hints
        return get_type_hints(getattr(make, "__init__") if isinstance(make, type) else make)  # noqa: B009
    return {}


def _value(text: str) -> Value:
    """Return a truth value, also written as on or off; a number; or else the word itself."""
    if text.lower() in _TRUTH:
        return _TRUTH[text.lower()]
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return text


def _fits(value: Value, hint: object) -> bool:
    if hint is float:
        return type(value) in (int, float) and -inf < value < inf  # type: ignore[operator]
    if get_origin(hint) is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    return hint not in (*_CALLED, NoneType) or type(value) is hint


def _called(hint: object) -> str:
    """Describe the values that a type allows."""
    if get_origin(hint) in (Union, UnionType):
        return listed((_called(each) for each in get_args(hint) if each is not NoneType), "or")
    if get_origin(hint) is Literal:
        return listed((str(word).lower() for word in get_args(hint)), "or")
    return _CALLED.get(hint, "something else")  # type: ignore[call-overload, no-any-return]


class Strategies(UserDict[str, Any]):
    """Strategies by name, given by their module and their class. A module is imported when one of
    its strategies is first looked up: most programs need few of them."""

    def __getitem__(self, name: str) -> Callable[..., Strategy]:
        module, _, made = self.data[name].rpartition(".")
        if module.startswith(AGENTS):
            require(AGENTS, "agents", f"the strategy '{name}'")
        found: Callable[..., Strategy] = getattr(import_module(module), made)
        return found

    def is_installed(self, name: str) -> bool:
        """Return whether the package of a strategy is there."""
        return find_spec(self.data[name].partition(".")[0]) is not None


AGENTS = "sapper_agents"  #: the package of strategies that build on other systems, an extra

#: Every strategy by name. The keyword arguments of its class are its options.
STRATEGIES = Strategies(
    {
        "bssuct": f"{AGENTS}.bssuct.bssuct.Bssuct",
        "champion": "sapper.players.champion.Champion",
        "corner": "sapper.players.start.Corner",
        "csp": "sapper.players.csp.LeastRisk",
        "double-set": "sapper.players.single_point.DoubleSet",
        "gold-sat": "sapper.players.gold.GoldSat",
        "gold-scan": "sapper.players.gold.GoldScan",
        "lives": "sapper.players.lives.Lives",
        "limited": f"{AGENTS}.limited.limited.Limited",
        "mio": f"{AGENTS}.mio.mio.Mio",
        "naive-single-point": "sapper.players.single_point.NaiveSinglePoint",
        "origin": "sapper.players.gold.Origin",
        "pgms": "sapper.players.pgms.Pgms",
        "random": "sapper.players.start.RandomProbe",
        "sat": "sapper.players.gold.Sat",
        "scan": "sapper.players.gold.Scan",
        "single-point": "sapper.players.single_point.SinglePoint",
        "start": "sapper.players.start.Start",
        "swift": "sapper.players.prospects.Swift",
    }
)

#: The chains of named players. The options of a player go to the strategy of its name, or else to
#: the only strategy of its chain.
RECIPES: dict[str, str] = {
    "random": "random",
    "single-point": "single-point > random",
    "naive-single-point": "naive-single-point",
    "double-set": "corner > double-set(guess=corners)",
    "pgms": "pgms",
    "sat": "corner > single-point > sat(mark=false) > random",
    "csp": "corner > single-point > csp",
    "swift": "start > single-point > swift",
    "champion": "start > single-point > champion",
    "bssuct": "bssuct",
    "limited": "limited(splits=2)",
    "mio": "mio",
    "mio-probability": "mio(guess=probability)",
    "logic1": "origin > scan > random",
    "logic2": "origin > scan > sat(gold=false) > random",
    "logic3": "origin > gold-scan > gold-sat > scan > sat(gold=false) > random",
    "logic4": "origin > scan > sat > random",
    "logic5": "origin > scan > sat > lives",
}

#: Options, by name, of strategies that a recipe gives none: a browser has less time than a server.
DEFAULTS: dict[str, dict[str, Value]] = {}

#: The group of entry points under which installed packages offer strategies: a name, and the module
#: (or ``module:Class``) that defines it.
GROUP = "sapper.strategies"
VARIANTS = "sapper.strategies.variants"  #: the same of those that play only variants, not listed

_LINK = re.compile(rf"({NAME.pattern})\s*(?:\((.*)\))?")
_used: dict[str, OwnStrategy] = {}  # of this process, by name


def use_strategies(*places: str) -> tuple[str, ...]:
    r"""Make the strategies in files (``FILE.py``) and modules available in recipes of this process.

    Returns their names. Call it again after a file has changed. Raises ``InputError`` for a file or
    module that cannot be read, ``StrategyError`` naming the file and the line if its code fails or
    has no strategy, and ``RecipeError`` for a name that is taken.

    >>> import pathlib, tempfile
    >>> code = "class First:\n    name = 'opens-first'\n    def decide(self, position, chance): ..."
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "first.py")
    ...     _ = file.write_text(code)
    ...     sapper.use_strategies(str(file))
    ('opens-first',)
    """
    return use_sources(StrategySource.at(text("place", place)) for place in places)


def use_sources(sources: Iterable[StrategySource]) -> tuple[str, ...]:
    """Make the strategies of sources available in recipes, as ``use_strategies`` does."""
    strategies = [strategy for source in sources for strategy in strategies_in(source).values()]
    joining: dict[str, OwnStrategy] = {}
    for strategy in strategies:
        before = {**_used, **joining}.get(strategy.name)
        if strategy.name in STRATEGIES or strategy.name in RECIPES:
            raise RecipeError(
                f"{strategy.place}: a strategy of your own cannot be called '{strategy.name}': that"
                " name is taken by one of sapper's own"
            )
        if before is not None and before.at != strategy.at:
            raise RecipeError(
                f"{strategy.place}: {before.place} has a strategy '{strategy.name}' as well"
            )
        joining[strategy.name] = strategy
    _used.update(joining)
    return tuple(joining)


def sources_used() -> tuple[StrategySource, ...]:
    """Return the sources of the strategies in use, which worker processes need too."""
    return tuple(
        dict.fromkeys(strategy.source for strategy in _used.values() if strategy.source is not None)
    )


def is_playable(name: str) -> bool:
    """Return whether the packages that a named player needs are installed."""
    names = (link.partition("(")[0] for link in RECIPES[name].split(" > "))
    return all(STRATEGIES.is_installed(name) for name in names)


def own_names() -> tuple[str, ...]:
    """Return the names of user strategies: those in use and those of installed packages."""
    listed = (name for name, entry in _installed().items() if entry.group == GROUP)
    return (*_used, *(name for name in listed if name not in _used))


def known_players() -> tuple[str, ...]:
    """Return the names of all players: recipes and user strategies."""
    return (*RECIPES, *own_names())


def own_strategy(name: str, more: Iterable[str] = ()) -> OwnStrategy:
    """Return a user strategy.

    Raises ``RecipeError`` for an unknown name, suggesting a known one or one of ``more``, and
    ``StrategyError`` if the package that offers it does not define it.
    """
    if name in _used:
        return _used[name]
    if name in _installed():
        module = _installed()[name].module
        strategies = strategies_in(StrategySource.at(module))
        if name not in strategies:
            raise StrategyError(
                f"{module} does not define the strategy '{name}' that its package offers"
            )
        return strategies[name]
    listed_names = {*RECIPES, *own_names(), *more}  # few enough for a message
    near = nearest(name, sorted({*STRATEGIES, *listed_names}))
    raise RecipeError(unknown("player or strategy", name, [near] if near else sorted(listed_names)))


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """Return the strategies of installed packages by name, except names that sapper uses."""
    own = {*STRATEGIES, *RECIPES}
    entries = (*entry_points(group=GROUP), *entry_points(group=VARIANTS))
    return {entry.name: entry for entry in entries if entry.name not in own}


def check_answer(answer: object, position: Position) -> None:
    """Check what a strategy returned; NumPy's numbers become plain ones.

    Raises ``StrategyError`` for anything but a ``Decision`` or a ``Pass``, for a cell outside the
    board, and for an illegal move.
    """
    if isinstance(answer, Pass):
        return
    if not isinstance(answer, Decision):
        raise StrategyError(f"expected a Decision or a Pass, got {brief_repr(answer)}")
    grid, move = position.grid, answer.move
    if plain_cell(move.cell, grid) is None:
        rows, columns = f"0 to {grid.height - 1}", f"0 to {grid.width - 1}"
        raise StrategyError(
            f"expected a cell (row {rows}, column {columns}), got {brief_repr(move.cell)}"
        )
    if position.outcome == "playing":  # a position that is over may still be analysed
        illegal = why_illegal(position, move)
        if illegal is not None:
            raise StrategyError(illegal)
    if isinstance(answer.why, Reason):
        answer.why.check(grid)


def moment(position: Position, asked: int) -> str:
    """Name decision ``asked`` of a game, and the board."""
    grid = position.grid
    return f"decision {asked} of a {grid.width}x{grid.height}x{position.mines} game"


def check_maker(name: str, make: object) -> None:
    """Raise ``StrategyError`` if this is not a callable that makes a strategy."""
    if not callable(make):
        raise StrategyError(
            f"strategy '{name}': expected a class or a function that makes it,"
            f" got {brief_repr(make)}"
        )


def check_strategy(name: str, made: object) -> None:
    """Raise ``StrategyError`` if an object is not a strategy."""
    if isinstance(made, type):
        fault = f"got the class {made.__name__} instead of an object of it"
    elif not callable(getattr(made, "decide", None)):
        fault = f"{type(made).__name__} has no method decide(position, chance)"
    elif not isinstance(getattr(made, "name", None), str):
        fault = f"{type(made).__name__} has no attribute 'name' that is a string"
    else:
        return
    raise StrategyError(f"strategy '{name}': {fault}")


@dataclass(frozen=True)
class Link:
    """One strategy of a chain: its text in the recipe, and a function that makes it for a game.

    ``own`` is None for sapper's strategies.
    """

    text: str
    make: Factory
    own: OwnStrategy | None = None

    def begin(self) -> Strategy:
        """Make the strategy for a game. Raises as ``decide``."""
        try:
            return self.make()
        except (Exception, SystemExit) as error:
            self._raise_named(error, "")
            raise

    def decide(
        self, strategy: Strategy, position: Position, chance: Chance, asked: int
    ) -> Decision | Pass:
        """Return the answer of a strategy, made by ``begin``, as decision number ``asked`` of a
        game.

        Raises ``StrategyError`` for an invalid answer and, naming the line, for an error in the
        code of a file or a module. Errors in strategies passed as Python objects propagate
        unchanged.
        """
        try:
            answer = strategy.decide(position, chance)
            check_answer(answer, position)
        except (StrategyError, IllegalMoveError) as error:
            place = self.own.place if self.own is not None and self.own.source is not None else ""
            words = f"strategy {quoted(self.text)}, {moment(position, asked)}: {error}"
            raise StrategyError(f"{place}: {words}" if place else words) from error
        except (Exception, SystemExit) as error:
            self._raise_named(error, f", {moment(position, asked)}")
            raise
        return answer

    def _raise_named(self, error: BaseException, when: str) -> None:
        """Raise ``StrategyError`` with the line of the file or module that caused an error."""
        clear = isinstance(error, SapperError | MemoryError)
        if not clear and self.own is not None and self.own.source is not None:
            words = f"strategy {quoted(self.text)}{when}: {self.own.fault(error)}"
            raise StrategyError(words) from error


@dataclass(frozen=True, init=False)
class Player:
    r"""A named chain of strategies, each of which decides with a reason or passes.

    ``Player(recipe)`` reads a recipe: a name of ``RECIPES``, or strategies joined by ``>``. Options
    of a name of ``RECIPES`` keep its chain: ``champion(playouts=50)`` is ``start > single-point >
    champion(playouts=50)``. ``str(player)`` is the recipe.

    ``own`` adds strategies by their names in this recipe: classes, or functions that make a
    strategy for a new game, whose keyword arguments are the options. ``chain`` is the chain itself,
    which the recipe then only names.

    Raises ``RecipeError`` for an unknown name or option and for a name of ``own`` that is taken,
    and ``StrategyError`` for a class or function of ``own`` that makes no strategy.

    >>> decision = sapper.Player("csp").choose("4x3x2\nHHHH\n1221\n0000")
    >>> decision.move
    Move(action='open', cell=(0, 0))
    >>> sapper.Player("csp").written_out
    'corner > single-point > csp'
    """

    recipe: str
    chain: tuple[Link, ...]

    def __init__(
        self,
        recipe: str,
        chain: Sequence[Link] | None = None,
        *,
        own: Mapping[str, Callable[..., Strategy]] | None = None,
    ) -> None:
        text("recipe", recipe)
        if chain is None:
            recipe = recipe.strip()
            own = {} if own is None else mapping("own", own)
            for taken in own.keys() & {*STRATEGIES, *RECIPES}:
                raise RecipeError(
                    f"a strategy of your own cannot be called '{taken}': that name is taken"
                )
            chain = tuple(_link(part, recipe, own) for part in _expanded(recipe))
        links = tuple(several("chain", chain))
        if not (links and all(isinstance(link, Link) for link in links)):
            raise RecipeError("chain: expected strategies; sapper.Player(recipe) reads a recipe")
        object.__setattr__(self, "recipe", recipe)
        object.__setattr__(self, "chain", links)

    def __str__(self) -> str:
        return self.recipe

    def __repr__(self) -> str:
        return f"<Player: {self.recipe}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the strategies as the rows of a table: ``strategy``, and ``own``, true for user
        strategies."""
        return [{"strategy": link.text, "own": link.own is not None} for link in self.chain]

    @property
    def written_out(self) -> str:
        """The recipe with every strategy of the chain: ``corner > single-point > csp``."""
        return " > ".join(link.text for link in self.chain)

    @property
    def own(self) -> tuple[OwnStrategy, ...]:
        """The user strategies of the chain."""
        return tuple(link.own for link in self.chain if link.own is not None)

    def begin(self, chance: Chance) -> Callable[[Position], Decision | Pass]:
        """Start a game, and return a function that decides its successive positions.

        If every strategy passes, it returns a ``Pass`` with their reasons. It raises
        ``StrategyError`` if a strategy returns anything but a valid ``Decision`` or ``Pass``.
        """
        instance("Chance", "chance", chance)
        strategies = [(link, link.begin()) for link in self.chain]
        whole = [
            cast("TakesTurns", strategy)
            for link, strategy in strategies
            if link.own is None and "whole=true" in link.text
        ]
        asked = 0

        def decide(position: Position) -> Decision | Pass:
            nonlocal asked
            position = Position.of(position)
            if not position.rules.mines_known:
                raise InputError("players need the number of mines, which this position lacks")
            if position.rules.variant:
                _check_variants(strategies)
            asked += 1
            started = time.perf_counter()
            passed: list[Pass] = []
            for begun in whole:
                unfinished = begun.proceed(position)
                if unfinished is not None:
                    return unfinished.made(position, time.perf_counter() - started, ())
            for link, strategy in strategies:
                answer = link.decide(strategy, position, chance, asked)
                if isinstance(answer, Decision):
                    seconds = time.perf_counter() - started
                    _log.debug(
                        "%d: %s decides %s in %.4f s", asked, link.text, answer.move, seconds
                    )
                    return answer.made(position, seconds, tuple(passed))
                passed.append(answer)
            return Pass(self.recipe, "every strategy passes", tuple(passed))

        return decide

    def choose(self, position: Position | str, seed: int = 0) -> Decision | Pass:
        """Return the decision of this player in a position, as the first of a new game.

        The result is a ``Pass``, which says why, if the game is over or no strategy decides.
        ``seed`` determines the random choices. ``begin`` keeps the memory of a game between its
        positions.
        """
        position = Position.of(position)
        if position.outcome != "playing":
            return Pass(self.recipe, f"the game is {position.outcome}")
        return self.begin(Chance(checked_seed("seed", seed)))(position)


def _check_variants(strategies: Sequence[tuple[Link, Strategy]]) -> None:
    """Raise ``InputError`` for a strategy that plays only by the standard rules."""
    for link, strategy in strategies:
        if not getattr(strategy, "variants", False):
            raise InputError(
                f"strategy {quoted(link.text)} plays by the standard rules only; for variants there"
                " are single-clue, satisfiability, least-risk, look-ahead and random"
            )


def with_java(player: Player, seed: int) -> Player:
    """Return the player with the random probes of ``java.util.Random(seed)``."""
    return _with_added(player, {"random": {"java": seed}})


def in_whole_turns(player: Player) -> Player:
    """Return the player whose ``scan`` and ``sat`` finish what they begin: all cells that a clue
    settles, or all marks and one cell, as in the report on logical agents."""
    return _with_added(player, {"scan": {"whole": True}, "sat": {"whole": True}})


def _with_added(player: Player, added: Mapping[str, Mapping[str, Value]]) -> Player:
    """Return the player with more options, by the names of its strategies."""
    chain = []
    for link in player.chain:
        name, options = _read_link(link.text, player.recipe)
        if name in added and link.own is None:
            text = with_options(name, {**added[name], **options})
            link = _link(text, text, {})
        chain.append(link)
    return Player(" > ".join(each.text for each in chain), chain)


def player(recipe: str, own: Mapping[str, Callable[..., Strategy]] | None = None) -> Player:
    """Return ``Player(recipe, own=own)``.

    >>> sapper.player("csp > random")
    <Player: csp > random>
    """
    return Player(recipe, own=own)


def _expanded(recipe: str) -> list[str]:
    """Return the strategies of a recipe with their options; the names need not be known.

    Raises ``RecipeError`` for options of a player that has none.
    """
    parts = [part.strip() for part in recipe.split(">")]
    match = _LINK.fullmatch(parts[0])
    if len(parts) > 1 or match is None or match[1] not in RECIPES:
        return parts
    name, arguments = match.groups()
    chain = RECIPES[name].split(" > ")
    options = options_of(arguments or "", parts[0])
    if not options:
        return chain
    names = [part.partition("(")[0] for part in chain]
    if name in names:
        place = names.index(name)
    elif len(chain) == 1:
        place = 0
    else:
        raise RecipeError(
            f"player '{name}' has no options: write its chain, {RECIPES[name]}, and give them to a"
            " strategy"
        )
    _, given = _read_link(chain[place], name)
    return [*chain[:place], with_options(names[place], {**given, **options}), *chain[place + 1 :]]


def with_options(name: str, options: Mapping[str, Value]) -> str:
    """Return a strategy with options as a link of a recipe."""
    words = (
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in options.items()
    )
    return f"{name}({', '.join(words)})"


def is_recipe(text: str) -> bool:
    """Return whether a text is the recipe of a player, and not, say, the name of a person."""
    try:
        player(text)
    except RecipeError:
        return False
    return True


def player_of(chosen: Player | str) -> Player:
    """Return a player unchanged, or parse its recipe. Raises ``RecipeError``."""
    if isinstance(chosen, Player):
        return chosen
    if isinstance(chosen, str):
        return player(chosen)
    raise RecipeError(f"player: expected a sapper.Player or its recipe, not {describe(chosen)}")


def _read_link(text: str, recipe: str) -> tuple[str, dict[str, Value]]:
    """Return the name and the options in a link of a recipe. Raises ``RecipeError``."""
    match = _LINK.fullmatch(text)
    if match is None:
        raise RecipeError(
            f"{quoted(text)} in player {quoted(recipe)} is not the name of a strategy"
        )
    name, arguments = match.groups()
    return name, options_of(arguments or "", text)


def _link(text: str, recipe: str, own: Mapping[str, Callable[..., Strategy]]) -> Link:
    name, options = _read_link(text, recipe)
    if name in STRATEGIES:
        options = options or DEFAULTS.get(name, {})
        check(name, STRATEGIES[name], options)
        STRATEGIES[name](**options)  # the constructor may reject the values as well
        return Link(text, partial(STRATEGIES[name], **options))
    strategy = OwnStrategy(name, own[name]) if name in own else own_strategy(name, own)
    check_maker(name, strategy.make)
    check(name, strategy.make, options)
    link = Link(text, partial(strategy, **options), strategy)
    check_strategy(name, link.begin())
    return link
