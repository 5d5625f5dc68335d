"""What several verbs share: the board as an argument, stores to read, and interruptions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import click

from sapper.cli.options import LEVEL, together

T = TypeVar("T")


def _keep_level(ctx: click.Context, parameter: click.Parameter, level: str | None) -> None:
    if level is not None:
        ctx.meta[LEVEL] = level


def _given_level(ctx: click.Context, parameter: click.Parameter, level: str | None) -> str:
    option = ctx.meta.get(LEVEL)
    if level is not None and option is not None:
        raise click.UsageError("give the board once: as LEVEL or with --level", ctx)
    chosen = level or option
    if chosen is None and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=parameter)
    return chosen or ""


#: ``LEVEL``, for a verb whose one argument is a board. It may be given as ``--level LEVEL`` too, as
#: with the verbs that take players.
board = together(
    click.argument("level", metavar="LEVEL", required=False, callback=_given_level),
    click.option(
        "--level",
        "level_option",
        metavar="LEVEL",
        is_eager=True,  # the argument is then known to be given
        expose_value=False,
        callback=_keep_level,
        help="The board, instead of the argument.",
    ),
)


def spare(store: str, file: str) -> None:
    """Raise a usage error if ``file`` is the store that is read."""
    if Path(file).exists() and Path(store).exists() and Path(file).samefile(store):
        raise click.UsageError(f"{file} is the store that is read: choose another file to write")


def until_interrupted(run: Callable[[], T]) -> T:
    """Return what ``run`` returns or, if Ctrl-C interrupts it, the result of what is finished."""
    from sapper.arena.runner import Interrupted

    try:
        return run()
    except Interrupted as interrupted:
        return cast(T, interrupted.result)
