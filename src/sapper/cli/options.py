"""Options that several verbs share, and how their values are read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import click

FIRST = click.Choice(["any", "safe", "opening"])

SEEDS = 1_000_000  #: a seed drawn by lot is short enough to type again

Reader = Callable[[click.Context, click.Parameter, str | None], int | None]


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
    """A seed where none was given; whoever draws one shows it."""
    from secrets import randbelow

    return randbelow(SEEDS)


def seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """A callback that reads a finite number of seconds, not negative."""
    if value is None:
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1e6:
        raise click.BadParameter(f"'{value[:40]}' is not a number of seconds", ctx, param)
    return number


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
