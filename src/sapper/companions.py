"""What the packages mio and limited-belief do on their own, with sapper's errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sapper.arguments import checked, text
from sapper.errors import require, translated

if TYPE_CHECKING:
    from mio import LearnedTask, SearchName


@checked
def learn(
    task: str | Path,
    search: SearchName | Literal["auto"] = "auto",
    *,
    seconds: float = 60.0,
    seed: int = 0,
    workers: int = 1,
) -> LearnedTask:
    """Learn the rules of a folder with bk.pl, exs.pl, bias.pl and perhaps exs_test.pl.

    - ``task``: the folder.
    - ``search``: the search for clauses; ``auto`` chooses one.
    - ``seconds``: a time limit for the search.
    - ``seed``: determines the order of examples.
    - ``workers``: the number of processes.

    Raises ``InputError`` for a missing file or an unknown search, and ``NotationError`` with line
    and column for text that cannot be parsed.
    """
    require("mio", "learn", "sapper.learn")
    from mio import MioError, learn_task

    text("search", search)
    with translated(MioError):
        return learn_task(Path(task), search, seconds=seconds, seed=seed, workers=workers)
