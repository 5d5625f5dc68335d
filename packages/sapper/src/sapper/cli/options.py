"""Options shared by several verbs, and functions that read the values of options."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from typing import Any, TypeVar

import click

from sapper.arguments import MAX_SEED, MAX_WHOLE, bound
from sapper.errors import listed, nearest, quoted


class OneOf(click.Choice[str]):
    """A choice among words that suggests the nearest of them."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """The message for a word that is not among them."""
        words = [str(word) for word in self.choices]
        near = nearest(str(value), words)
        more = "" if near is None else f": did you mean '{near}'?"
        return f"{quoted(value)} is not {listed(words, 'or')}{more}"


FIRST_RULES = OneOf(["any", "safe", "opening"])
SIGNS = OneOf(["none", "marks", "all-marks", "wide-marks", "counts"])
#: The meaning of each first-move rule.
FIRST_MEANINGS = "any: it may be a mine; safe: it is not; opening: nor are its neighbours"
RECIPE = "a name, or strategies joined by >"
LEVEL = "beginner8, beginner, intermediate, expert or WIDTHxHEIGHTxMINES"

RANDOM_SEEDS = (
    1_000_000  #: random seeds are below this, so that they are short enough to type again
)
MAX_GAMES = 1_000_000_000
MAX_SHOWN_END = 100_000  #: the help omits larger upper ends of ranges

F = TypeVar("F", bound=Callable[..., object])


class Whole(click.IntRange):
    """A whole number within a range; without a ``max`` it has to fit into 64 bits."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What stands for the number in the help."""
        return "N"

    def _describe_range(self) -> str:
        """The range in the help, unless its upper end is too large to matter."""
        return "" if self.max is None or self.max > MAX_SHOWN_END else f"{self.min} to {self.max}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number. Raises a usage error that names the range."""
        most = MAX_WHOLE if self.max is None else self.max
        with suppress(click.BadParameter):
            number = super().convert(value, param, ctx)
            if number <= most:
                return number
        shown = bound(most) if most >= MAX_WHOLE else most
        words = f"{quoted(value)} is not a whole number from {self.min} to {shown}"
        raise click.BadParameter(words, ctx, param)


class Seconds(click.FloatRange):
    """A number of seconds from 0 to a million; above 0 if it has to be ``positive``."""

    def __init__(self, *, positive: bool = False) -> None:
        super().__init__(0, 1e6, min_open=positive)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What stands for the number in the help."""
        return "S"

    def _describe_range(self) -> str:
        """Nothing, because the range contains every sensible time."""
        return ""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number. Raises a usage error if it is not one."""
        with suppress(click.BadParameter):
            number = super().convert(value, param, ctx)
            if number == number:  # "nan" is within every range
                return number
        kind = "positive number" if self.min_open else "number"
        raise click.BadParameter(f"{quoted(value)} is not a {kind} of seconds", ctx, param)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """One decorator for several options, which the help lists in this order."""

    def declare(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return declare


def row_column(text: str) -> tuple[int, int]:
    """Read a cell, ``ROW,COLUMN``, both from 0. Raises a usage error."""
    numbers = re.fullmatch(r"(\d{1,7}),(\d{1,7})", text, re.ASCII)
    if numbers is None:
        raise click.BadParameter(f"{quoted(text)} is not a cell: expected ROW,COLUMN")
    return int(numbers[1]), int(numbers[2])


def any_seed() -> int:
    """A random seed, for a verb that was given none; the verb must show it."""
    from secrets import randbelow

    return randbelow(RANDOM_SEEDS)


def player(who: str) -> Callable[[F], F]:
    """``--player RECIPE`` for a single player; ``who`` says what the player does."""
    return click.option(
        "--player",
        "recipe",
        default="swift",
        show_default=True,
        metavar="RECIPE",
        help=f"{who}: {RECIPE}.",
    )


def _use(ctx: click.Context, parameter: click.Parameter, places: tuple[str, ...]) -> None:
    if places and not ctx.resilient_parsing:
        from sapper.players import use_strategies

        use_strategies(*places)


strategies = click.option(
    "--strategies",
    metavar="FILE.py|MODULE",
    multiple=True,
    is_eager=True,  # recipes that other options name may need them
    expose_value=False,
    callback=_use,
    help="Add the strategies of a Python file or module. May be repeated.",
)


def _option(
    name: str, words: str, default: Any, otherwise: str = "", **settings: Any
) -> Callable[[F], F]:
    """An option whose help ends with its default, or with what is used ``otherwise``."""
    shown = f"  [default: {otherwise}]" if otherwise else ""
    shows = default is not None
    return click.option(name, default=default, show_default=shows, help=words + shown, **settings)


def first(default: str | None = "safe") -> Callable[[F], F]:
    """``--first RULE``. Without a ``default`` the value is None if the option is not given; the
    rule is then safe, unless the input says otherwise."""
    words = f"Rule for the first cell opened ({FIRST_MEANINGS})."
    return _option("--first", words, default, "" if default else "safe", type=FIRST_RULES)


def games(of: str, default: int | None, otherwise: str = "") -> Callable[[F], F]:
    """``--games N``, the number of games ``of`` each player. Without a ``default``, ``otherwise``
    describes the number that is used if the option is not given."""
    words = f"Number of games of {of}."
    return _option("--games", words, default, otherwise, type=Whole(1, MAX_GAMES))


def seed(names: str, default: int | None = 0, most: int = MAX_SEED) -> Callable[[F], F]:
    """``--seed N``, the seed for what ``names`` says. Without a ``default`` the value is None if
    the option is not given: the verb then draws a random seed and shows it."""
    otherwise = "random; it is shown" if default is None else ""
    return _option("--seed", f"Seed for {names}.", default, otherwise, type=Whole(0, most))


def time_limit(what: str, default: int | None = None) -> Callable[[F], F]:
    """``--seconds S``, the time limit for ``what``; without a ``default`` the time is unlimited."""
    otherwise = "none" if default is None else ""
    return _option("--seconds", f"Time limit for {what}.", default, otherwise, type=Seconds())


@dataclass(frozen=True)
class Start:
    """When a command started, by the clock and by the CPU time of the process.

    Time limits count from here, so they include the time that imports take; but at least half of a
    limit is left, so that the command does something.
    """

    clock: float = field(default_factory=time.monotonic)
    cpu: float = field(default_factory=time.process_time)

    @classmethod
    def of_process(cls) -> Start:
        """Return the start of the process, which is at least its CPU time ago."""
        return cls(time.monotonic() - time.process_time(), 0.0)

    def left(self, seconds: float) -> float:
        """Return how much of a time limit is left."""
        return max(seconds / 2, seconds - (time.monotonic() - self.clock))

    def cpu_left(self, seconds: float) -> float:
        """Return how many twentieths of a limit of CPU time are left, in seconds: so the same seed
        gives the same result although imports take different times."""
        spent = 20 * (time.process_time() - self.cpu) / seconds if seconds else 0
        return seconds * max(10, 20 - ceil(spent)) / 20


def start() -> Start:
    """Return when the current command started."""
    found = click.get_current_context().find_object(Start)
    return found or Start()


def level(default: str) -> Callable[[F], F]:
    """``--level LEVEL``; ``default`` describes the level used if the option is not given."""
    return click.option("--level", metavar="LEVEL", help=f"{LEVEL}.  [default: {default}]")


def megabytes(what: str, default: int) -> Callable[[F], F]:
    """``--megabytes N``, the memory for ``what``."""
    return click.option(
        "--megabytes",
        type=Whole(1, 1_000_000),
        default=default,
        show_default=True,
        help=f"Memory for {what}, in megabytes.",
    )


number = click.option(
    "--number",
    type=Whole(0),
    default=0,
    show_default=True,
    help="Which deal of the seed to use: that of game N of a match.",
)
workers = click.option(
    "--workers",
    type=Whole(1, 1024),
    default=1,
    show_default=True,
    help="Number of parallel workers; the result is the same for any number.",
)


def _person(ctx: click.Context, parameter: click.Parameter, text: str) -> str:
    """Return the name of a person; reject an invalid one before anything else happens."""
    from sapper.errors import InputError
    from sapper.players.person import person_name

    try:
        return person_name(text)
    except InputError as error:
        raise InputError(f"--name: {error}") from None


name = click.option(
    "--name",
    default="you",
    show_default=True,
    callback=_person,
    help="Your name in records and replays.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def echo_json(value: object) -> None:
    """Print the result of ``--json``: a value on one line."""
    import json

    click.echo(json.dumps(value, allow_nan=False, ensure_ascii=False))


quiet = click.option("--quiet", is_flag=True, help="Show only how the game ends.")


def history(default: str) -> Callable[[F], F]:
    """``--history`` and ``--no-history``; ``default`` says where games are kept without them."""
    words = f"The file in which your games are kept.  [default: {default}]"
    return together(
        click.option("--history", metavar="FILE", help=words),
        click.option("--no-history", is_flag=True, help="Keep no history."),
    )
