"""``sapper deal``: boards as a deals file, uniform ones or ones that need no guess."""

from __future__ import annotations

import json
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any

import click

from sapper.cli import options
from sapper.cli.errors import end_if, interruption
from sapper.cli.options import Whole
from sapper.cli.views.progress import progress
from sapper.errors import plural
from sapper.files import check_writable, replacing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.arena.no_guess import Difficulty, NoGuessBoard
    from sapper.game import Cell, Level
    from sapper.game.rules import First


@click.command(epilog="\b\nExample:\n  sapper deal --level expert --no-guess --count 3")
@options.level("expert")
@options.first("opening")
@click.option(
    "--count",
    type=Whole(1, 10_000_000),
    default=1,
    show_default=True,
    help="Number of deals.",
)
@options.seed("the deals", default=None)
@options.number
@click.option("--no-guess", is_flag=True, help="Only boards that can be won without a guess.")
@click.option(
    "--cell",
    type=options.row_column,
    metavar="ROW,COLUMN",
    help="The first cell to open on a board without guesses.  [default: the middle]",
)
@click.option(
    "--difficulty", "rated", is_flag=True, help="Rate the difficulty of each board without guesses."
)
@options.time_limit("finding each board without guesses", 10)
@click.option(
    "-o", "--output", "file", metavar="FILE", help="Write to a file instead of standard output."
)
@options.as_json
def command(
    level: str | None,
    first: First,
    count: int,
    seed: int | None,
    number: int,
    no_guess: bool,
    cell: tuple[int, int] | None,
    rated: bool,
    seconds: float,
    file: str | None,
    as_json: bool,
) -> None:
    """Write deals, as files that --deals reads.

    With --no-guess, every move after the first cell follows from the clues and the number of mines.
    If such boards are common, sapper takes the first ones of the seed, and all are equally likely.
    If they are rare, as on dense boards, it moves mines of a deal until it needs no guess; such
    boards are not uniform, and a comment marks them. Each board is meant for the given first cell
    and rule.

    --difficulty adds the weakest player that solves each board (single clues; pairs of clues; all
    clues; all clues and the number of mines) and the number of clues in the longest proof that it
    needs.

    --output replaces a file once all deals are in it. Ctrl-C ends the dealing and keeps the deals
    that are finished.

    With --json: level, first, cell, seed, and deals (number, mines, moved, difficulty); moved is
    the number of mines moved, and difficulty is null without --difficulty.
    """
    from sapper.game import Deal, Level
    from sapper.json_input import seed_json
    from sapper.notation.deals import deal_lines

    board = Level.parse(level or "expert")
    chosen = options.any_seed() if seed is None else seed
    wanted = cell or (board.height // 2, board.width // 2)
    if number + count > 2**63:
        raise click.UsageError("--number and --count: expected deals with numbers below 2**63")
    if not no_guess and (cell is not None or rated):
        raise click.UsageError("--cell and --difficulty need --no-guess")
    if file is not None:
        check_writable(file)  # before the deals, which would be lost
    with interruption() as interrupted:
        about: dict[str, Any] = {"level": str(board), "first": first, "seed": seed_json(chosen)}
        if no_guess:
            boards = _boards(board, first, wanted, count, chosen, number, seconds, rated=rated)
            found = takewhile(lambda _: not interrupted, boards)
            about["cell"] = wanted
            head = f"first={first} cell={wanted[0]},{wanted[1]} seed={chosen} no-guess"
            deals: Iterator[dict[str, Any]] = (_json(each, rating) for each, rating in found)
            lines = _lines(found, head)
        else:
            numbers = takewhile(
                lambda each: each == number or not interrupted, range(number, number + count)
            )

            def dealt(number: int) -> Deal:
                return Deal.seeded(board.grid, board.mines, chosen, number)

            deals = ({"number": each, "order": list(dealt(each).order)} for each in numbers)
            lines = deal_lines(map(dealt, numbers))
        if as_json:
            lines = iter([json.dumps({**about, "deals": list(deals)})])
        _write(lines, file)
    end_if(interrupted)


def _boards(
    board: Level,
    first: First,
    cell: Cell,
    count: int,
    seed: int,
    number: int,
    seconds: float,
    *,
    rated: bool,
) -> Iterator[tuple[NoGuessBoard, Difficulty | None]]:
    """Yield boards that need no guess, with their difficulty if ``rated``."""
    from sapper.arena.no_guess import difficulty, no_guess
    from sapper.game import Rules

    rules = Rules(first)
    with progress("deals") as show:
        for done in range(count):
            found = no_guess(board, rules, cell, seed, number, seconds=seconds)
            number = found.number + 1
            yield found, difficulty(found.deal, rules, cell) if rated else None
            show(done + 1, count)


def _lines(found: Iterator[tuple[NoGuessBoard, Difficulty | None]], about: str) -> Iterator[str]:
    """Yield the lines of a deals file, with a comment before each repaired or rated deal."""
    from sapper.notation.deals import deal_lines

    for at, (board, rating) in enumerate(found):
        head, line = deal_lines([board.deal])
        if at == 0:
            yield f"{head} {about}"
        remarks = [f"repaired, {plural(board.moved, 'mine')} moved"] if board.repaired else []
        remarks += [rating.words] if rating else []
        if remarks:
            yield f"# deal {board.number}: {'; '.join(remarks)}"
        yield line


def _write(lines: Iterator[str], file: str | None) -> None:
    """Print lines or write them to a file, which is left alone if there is no line."""
    first = next(lines, None)
    if first is None:
        return
    ended = (f"{line}\n" for line in chain([first], lines))
    if file is None:
        for line in ended:
            click.echo(line, nl=False)
    else:
        with replacing(file) as draft, draft.open("w", encoding="utf-8", newline="\n") as opened:
            opened.writelines(ended)


def _json(found: NoGuessBoard, rating: Difficulty | None) -> dict[str, Any]:
    return {
        "number": found.number,
        "mines": [found.deal.grid.cell(i) for i in found.deal.order[: found.deal.mines]],
        "moved": found.moved,
        "difficulty": rating and rating.to_json(),
    }
