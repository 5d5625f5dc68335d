"""Export the games of a store for other programs: CSV, JSON and Parquet, one row for each game.

All three have the same columns in the same order. Games are written while they are read, so memory
does not grow with the store.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO, Literal, TextIO

from sapper.arguments import MAX_WHOLE
from sapper.errors import require
from sapper.json_input import seed_json
from sapper_lab.store import Store

Form = Literal["csv", "json", "parquet"]

COLUMNS = (
    *("plan", "level", "width", "height", "mines", "rules", "seed", "deals", "player"),
    *("number", "outcome", "moves", "guesses", "cpu_seconds", "version", "decisions"),
)
ROWS_PER_BATCH = 50_000  #: rows written to Parquet at a time


def has_wide_seeds(store: Store) -> bool:
    """Return whether a seed of the store does not fit into 64 bits."""
    return any(entry.contest.seed > MAX_WHOLE for entry in store.entries())


def rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield every game of a store by contest, player and number, as plain values by ``COLUMNS``.

    ``rules`` are options as in the first line of a position, ``deals`` is the file of the deals
    (None for deals of the ``seed``), and ``decisions`` counts moves by strategy. Games after the
    end set by a stopping rule are omitted.
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
                yield {**head, "player": player, **vars(game)}


def write_csv(games: Iterable[dict[str, Any]], file: TextIO) -> int:
    """Write CSV with a header line and decisions as JSON; return the number of games."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    count = 0
    for game in games:
        writer.writerow({**game, "decisions": _json(game["decisions"])})
        count += 1
    return count


def write_json(games: Iterable[dict[str, Any]], file: TextIO) -> int:
    """Write a JSON array with one line for each game; return the number of games."""
    file.write("[")
    count = 0
    for game in games:
        shown = {**game, "seed": seed_json(game["seed"])}
        file.write((",\n" if count else "\n") + _json(shown))
        count += 1
    file.write("\n]\n")
    return count


def write_parquet(
    games: Iterable[dict[str, Any]], file: BinaryIO, *, wide_seeds: bool = False
) -> int:
    """Write a Parquet table with decisions as a map; return the number of games.

    With ``wide_seeds``, the column ``seed`` has digits: its numbers would not fit into 64 bits.

    Raises ``InputError`` if the extra ``parquet`` is not installed.
    """
    require("pyarrow", "parquet", "Parquet")
    import pyarrow as arrow
    from pyarrow import parquet

    whole = ("width", "height", "mines", "seed", "number", "moves", "guesses")
    kinds = {
        **dict.fromkeys(COLUMNS, arrow.string()),
        **dict.fromkeys(whole, arrow.int64()),
        "cpu_seconds": arrow.float64(),
        "decisions": arrow.map_(arrow.string(), arrow.int64()),
        **({"seed": arrow.string()} if wide_seeds else {}),
    }
    schema = arrow.schema(list(kinds.items()))
    source, count = iter(games), 0
    with parquet.ParquetWriter(file, schema) as writer:
        while part := list(islice(source, ROWS_PER_BATCH)):
            count += len(part)
            shown = [
                {
                    **game,
                    "seed": str(game["seed"]) if wide_seeds else game["seed"],
                    "decisions": list(game["decisions"].items()),
                }
                for game in part
            ]
            writer.write_table(arrow.Table.from_pylist(shown, schema))
    return count


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


#: The text formats, by name.
TEXTS: dict[str, Callable[[Iterable[dict[str, Any]], TextIO], int]] = {
    "csv": write_csv,
    "json": write_json,
}
