"""Shared by the experiments that play games: their options, output and interruption."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from io import StringIO
from typing import Any, Protocol, TypeVar

import click

from sapper.arguments import MAX_SEED
from sapper.cli import options
from sapper.cli.errors import end_if
from sapper_lab.cli.options import until_interrupted

F = TypeVar("F", bound=Callable[..., object])

as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one line for each result.")


class Result(Protocol):
    """The result of an experiment: plain values for JSON, and rows for CSV."""

    @property
    def interrupted(self) -> bool:
        """True if some games were not played."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""

    def flat_rows(self) -> Sequence[Mapping[str, object]]:
        """Rows with the same columns."""


P = TypeVar("P")
R = TypeVar("R", bound=Result)


def playing(
    games_of: str, games: int, seed_for: str, seed: int = 0, most_seed: int = MAX_SEED
) -> Callable[[F], F]:
    """``--games``, ``--seed``, ``--workers``, ``--json`` and ``--csv``, with the words and defaults
    of the first two.

    - ``games_of``, ``games``: whose games are counted, and their default number.
    - ``seed_for``, ``seed``, ``most_seed``: what the seed determines, its default and its largest
      value.
    """
    return options.together(
        options.games(games_of, games),
        options.seed(seed_for, seed, most_seed),
        options.workers,
        options.as_json,
        as_csv,
    )


def run_and_print(
    name: str,
    progress: AbstractContextManager[P],
    run: Callable[[P], R],
    show: Callable[[R], object],
    finished: Callable[[R], str],
    *,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Run an experiment and print its result: as JSON with the experiment's name, as CSV, or as
    ``show`` does.

    - ``name``: the name of the experiment.
    - ``progress``: a context that yields the argument of ``run``.
    - ``run``: computes the result.
    - ``show``: prints the result as text.
    - ``finished``: describes the finished part of an interrupted experiment.
    - ``as_json``, ``as_csv``: the output formats; not both.

    After Ctrl-C everything finished is printed.
    """
    if as_json and as_csv:
        raise click.UsageError("choose --json or --csv")
    with progress as report:
        result = until_interrupted(lambda: run(report))
    if as_json:
        output = {"experiment": name, **result.to_json()}
        options.echo_json(output)
    elif as_csv:
        click.echo(_csv(result.flat_rows()), nl=False)
    else:
        show(result)
    end_if(result.interrupted, f"interrupted after {finished(result)}")


def _csv(rows: Sequence[Mapping[str, object]]) -> str:
    """CSV with a header line."""
    text = StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()
