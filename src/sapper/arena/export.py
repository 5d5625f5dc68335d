"""A store's games as tables for other programs: CSV, JSON and Parquet, one row a game.

All three have the same columns in the same order and are written as the games are read, so that a
store of any size needs no more memory than a small one.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO, Literal, TextIO

from sapper.arena.store import Store
from sapper.errors import InputError

Form = Literal["csv", "json", "parquet"]

COLUMNS = (
    *("plan", "level", "width", "height", "mines", "rules", "seed", "deals", "player"),
    *("number", "outcome", "moves", "guesses", "cpu_seconds", "version", "decisions"),
)
ROWS = 50_000  #: of Parquet written at a time


def rows(store: Store) -> Iterator[dict[str, Any]]:
    """Every game of a store by contest, player and number, as plain values under ``COLUMNS``.

    ``rules`` are words as in a position's first line, ``deals`` is the file of the deals (None:
    those of the ``seed``), ``decisions`` counts moves by strategy. Games that a stopping rule left
    out are left out here, too.
    """
    for entry in store.entries():
        contest = entry.contest
        head = {
            "plan": contest.plan,
            "level": contest.level,
            "width": contest.grid.width,
            "height": contest.grid.height,
            "mines": contest.mines,
            "rules": contest.rules_words,
            "seed": contest.seed,
            "deals": None if contest.deals is None else contest.deals.path,
        }
        for player in contest.players:
            for game in store.games(entry, player):
                yield {
                    **head,
                    "player": player,
                    "number": game.number,
                    "outcome": game.outcome,
                    "moves": game.moves,
                    "guesses": game.guesses,
                    "cpu_seconds": game.cpu_seconds,
                    "version": game.version,
                    "decisions": game.decisions,
                }


def write_csv(games: Iterable[dict[str, Any]], file: TextIO) -> int:
    """Lines of CSV under one of columns, decisions as JSON; how many games there were."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    count = 0
    for game in games:
        writer.writerow({**game, "decisions": _json(game["decisions"])})
        count += 1
    return count


def write_json(games: Iterable[dict[str, Any]], file: TextIO) -> int:
    """A JSON array, a line a game; how many games there were."""
    file.write("[")
    count = 0
    for game in games:
        file.write((",\n" if count else "\n") + _json(game))
        count += 1
    file.write("\n]\n")
    return count


def write_parquet(games: Iterable[dict[str, Any]], file: BinaryIO) -> int:
    """A Parquet table, decisions as a map; how many games there were. Raises ``InputError`` where
    the extra ``parquet`` is missing."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "Parquet needs the package of the extra 'parquet': pip install 'sapper[parquet]'"
        ) from None
    whole = ("width", "height", "mines", "seed", "number", "moves", "guesses")
    kinds = {
        **dict.fromkeys(COLUMNS, arrow.string()),
        **dict.fromkeys(whole, arrow.int64()),
        "cpu_seconds": arrow.float64(),
        "decisions": arrow.map_(arrow.string(), arrow.int64()),
    }
    schema = arrow.schema(list(kinds.items()))
    source, count = iter(games), 0
    with parquet.ParquetWriter(file, schema) as writer:
        while part := list(islice(source, ROWS)):
            count += len(part)
            shown = [{**game, "decisions": list(game["decisions"].items())} for game in part]
            writer.write_table(arrow.Table.from_pylist(shown, schema))
    return count


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


#: Forms of text, by name.
TEXTS: dict[str, Callable[[Iterable[dict[str, Any]], TextIO], int]] = {
    "csv": write_csv,
    "json": write_json,
}
