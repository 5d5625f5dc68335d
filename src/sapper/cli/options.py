"""Options that several verbs share, and functions that read the values of options."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

import click

from sapper.errors import listed, nearest, quoted


class OneOf(click.Choice[str]):
    """A choice among words that suggests the nearest of them."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """The message for a word that is not among them."""
        words = [str(word) for word in self.choices]
        near = nearest(str(value), words)
        more = "" if near is None else f": did you mean '{near}'?"
        return f"{quoted(value)} is not {listed(words, 'or')}{more}"


FIRST = OneOf(["any", "safe", "opening"])
#: What each of the first-move rules means.
PROMISES = "any: it may be a mine; safe: it is not; opening: nor are its neighbours"
RECIPE = "a name, or strategies joined by >"
LEVEL = "beginner8, beginner, intermediate, expert or WIDTHxHEIGHTxMINES"

SEEDS = 1_000_000  #: random seeds are below, so that they are short enough to type again
MOST_GAMES = 1_000_000_000

Reader = Callable[[click.Context, click.Parameter, str | None], int | None]
F = TypeVar("F", bound=Callable[..., object])


def whole(least: int = 0, most: int = 2**63 - 1) -> Reader:
    """A callback that reads a whole number from ``least`` to ``most``."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        number = int(value) if re.fullmatch("[+-]?[0-9]{1,30}", value) else None
        if number is None or not least <= number <= most:
            words = f"'{value[:40]}' is not a whole number from {least} to {most}"
            raise click.BadParameter(words, ctx, param)
        return number

    return read


def any_seed() -> int:
    """A random seed, for a verb that was given none; the verb must show it."""
    from secrets import randbelow

    return randbelow(SEEDS)


def seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """A callback that reads a number of seconds, at least 0."""
    if value is None:
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1e6:
        raise click.BadParameter(f"'{value[:40]}' is not a number of seconds", ctx, param)
    return number


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


def first(default: str | None = "safe") -> Callable[[F], F]:
    """``--first RULE``. Without a ``default`` the value is None if the option is not given; the
    rule is then safe, unless the input says otherwise."""
    shown = "" if default else "  [default: safe]"
    return click.option(
        "--first",
        type=FIRST,
        default=default,
        show_default=default is not None,
        help=f"Rule for the first cell opened ({PROMISES}).{shown}",
    )


def games(of: str, default: int | None, otherwise: str = "") -> Callable[[F], F]:
    """``--games N``, the number of games ``of`` each player. Without a ``default``, ``otherwise``
    describes the number that is used if the option is not given."""
    shown = f"  [default: {otherwise}]" if otherwise else ""
    return click.option(
        "--games",
        metavar="N",
        callback=whole(1, MOST_GAMES),
        default=None if default is None else str(default),
        show_default=default is not None,
        help=f"Number of games of {of}.{shown}",
    )


def seed(names: str, default: int | None = 0, most: int = 2**63 - 1) -> Callable[[F], F]:
    """``--seed N``, the seed for what ``names`` says. Without a ``default`` the value is None if
    the option is not given: the verb then draws a random seed and shows it."""
    shown = "" if default is not None else "  [default: random; it is shown]"
    return click.option(
        "--seed",
        metavar="N",
        callback=whole(most=most),
        default=None if default is None else str(default),
        show_default=default is not None,
        help=f"Seed for {names}.{shown}",
    )


def time_limit(what: str, default: int | None = None) -> Callable[[F], F]:
    """``--seconds S``, the time limit for ``what``; without a ``default`` the time is unlimited."""
    return click.option(
        "--seconds",
        metavar="S",
        callback=seconds,
        default=None if default is None else str(default),
        show_default=default is not None,
        help=f"Time limit for {what}." + ("" if default is not None else "  [default: none]"),
    )


number = click.option(
    "--number",
    metavar="N",
    callback=whole(),
    default="0",
    show_default=True,
    help="Which deal of the seed to play, as game N of a match.",
)
workers = click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of parallel workers; the result is the same for any number.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
