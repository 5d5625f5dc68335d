"""What the packages mio and limited-belief do on their own, with sapper's errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sapper.arguments import checked, text
from sapper.errors import translated

if TYPE_CHECKING:
    from limited_belief import Results
    from mio import LearnedTask, SearchName


def believe(file: str | Path, *, seconds: float | None = None, splits: int = 2) -> Results:
    """Return the answers to the questions in a file, in a text, or in the example of this name.

    - ``file``: a file of statements and questions, or their text, which has line breaks; a problem
      of limbo if the name of the file ends in ``.limbo``; or the name of an example.
    - ``seconds``: a limit for each question.
    - ``splits``: the highest level tried for questions without one.

    Raises ``InputError`` for an unreadable file or unusable knowledge, and ``NotationError`` with
    line and column for text that cannot be parsed.

    >>> answers = sapper.believe("rich-father")
    >>> all(answer.as_expected for answer in answers)
    True
    """
    import limited_belief

    with translated(limited_belief.LimitedBeliefError):
        return limited_belief.believe(file, seconds=seconds, splits=splits)


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

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     task = pathlib.Path(folder)
    ...     _ = (task / "bk.pl").write_text("parent(a,b). parent(b,c). parent(a,d). parent(d,e).")
    ...     _ = (task / "exs.pl").write_text("pos(grand(a,c)). pos(grand(a,e)). neg(grand(a,b)).")
    ...     _ = (task / "bias.pl").write_text("head_pred(grand,2). body_pred(parent,2).")
    ...     learned = sapper.learn(task)
    >>> print(learned)
    grand(A,B) :- parent(A,C), parent(C,B).
    """
    from mio import MioError, learn_task

    text("search", search)
    with translated(MioError):
        return learn_task(Path(task), search, seconds=seconds, seed=seed, workers=workers)
