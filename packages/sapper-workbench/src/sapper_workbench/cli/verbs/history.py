"""``sapper history``: the games played in the browser and in the terminal, and what they show."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from sapper.cli.errors import WRONG_INPUT, end_if, interruption
from sapper.cli.options import OneOf, Whole, as_json, echo_json, together
from sapper.cli.views.progress import Ticker, stages
from sapper.errors import InputError, RulesError, plural
from sapper.files import naming_errors, replacing, write_file

if TYPE_CHECKING:
    from sapper_workbench.history.database import Choice, History

MAX_IMPORTED_CELLS = 1_000_000  #: the largest board that is imported

history_file = click.option(
    "--history",
    "file",
    metavar="FILE",
    help="The file of the history.  [default: sapper/history.db in the user's data directory]",
)


#: The options that choose games.
chosen = together(
    click.option("--level", help="Only games of this level, size or world."),
    click.option(
        "--first",
        type=OneOf(["any", "safe", "opening", "no-guess"]),
        metavar="RULE",
        help="Only games with this first-move rule (any, safe or opening), or no-guess: only boards"
        " that need no guess.",
    ),
    click.option(
        "--outcome", type=OneOf(["won", "lost", "unfinished"]), help="Only games with this outcome."
    ),
    click.option(
        "--by",
        "player",
        metavar="NAME",
        help="Only games of this player. By default, 'stats' counts your own.",
    ),
    click.option("--since", metavar="DAY", help="Only games on or after this day: YYYY-MM-DD."),
    click.option("--until", metavar="DAY", help="Only games on or before this day."),
)


@click.group(
    invoke_without_command=True,
    epilog="\b\nExample:\n  sapper history list --level expert\n  sapper history records",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List, export and import the games that you played.

    'sapper serve' and 'sapper tui' keep every game that you play in one file on this machine.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("list")
@history_file
@chosen
@click.option(
    "--most", type=Whole(1), default=20, show_default=True, help="Maximum number of games to list."
)
@click.option("--abandoned", is_flag=True, help="Also games left after at most one move.")
@as_json
def list_(file: str | None, most: int, abandoned: bool, as_json: bool, **fields: Any) -> None:
    """List games, latest first."""
    from dataclasses import replace

    from sapper_workbench.cli.views.history import games_table
    from sapper_workbench.history.entry import game_json

    with _chosen(file, fields) as (history, choice):
        choice = replace(choice, abandoned=abandoned)
        found = [game_json(*row) for row in history.games(choice, 0, most)]
        total = history.count(choice)
    if as_json:
        echo_json({"total": total, "games": found})
    else:
        games_table(found, total)


@command.command()
@history_file
@chosen
@click.option(
    "--name",
    default="you",
    show_default=True,
    help="Your name in imported replays, so that they count as your games.",
)
@click.option(
    "--grade",
    is_flag=True,
    help="First grade the guesses of games that are not graded yet. This takes a few seconds for "
    "each game with guesses; Ctrl-C stops it and keeps the grades so far.",
)
@as_json
def stats(file: str | None, grade: bool, as_json: bool, **fields: Any) -> None:
    """Count wins by level and over time, and grade guesses.

    Counts your finished games in which no agent made a move, on boards that were new to you. Games
    that you imported count if their player has a name under which you played here. Shares have 95%
    intervals.
    """
    from dataclasses import replace

    from sapper_workbench.cli.views.history import statistics_tables
    from sapper_workbench.history.statistics import statistics

    with _chosen(file, fields) as (history, choice):
        whole = not grade or _grade(history, replace(choice, own=True))
        found = statistics(history, choice)
    if as_json:
        echo_json(found)
    else:
        statistics_tables(found)
    end_if(not whole)


@command.command()
@history_file
@chosen
@click.option(
    "--name",
    default="you",
    show_default=True,
    help="Your name in imported replays, so that they count as your games.",
)
@as_json
def records(file: str | None, as_json: bool, **fields: Any) -> None:
    """Show your best time, 3BV/s, efficiency and streak on each level.

    Counts the same games as 'stats'. The number of a game opens it with 'sapper tui --game'; a
    streak has the number of its last game.
    """
    from sapper_workbench.cli.views.history import records_table
    from sapper_workbench.history.statistics import statistics

    with _chosen(file, fields) as (history, choice):
        levels = statistics(history, choice)["levels"]
    if as_json:
        names = ("level", "no_guess", "games", "wins", "records")
        echo_json({"levels": [{name: row[name] for name in names} for row in levels]})
    else:
        records_table(levels)


@command.command("export")
@history_file
@chosen
@click.option(
    "--format",
    "form",
    type=OneOf(["record", "rawvf", "evf", "mbf"]),
    default="record",
    show_default=True,
    help="record: sapper's JSON; rawvf and evf: replays; mbf: only the board.",
)
@click.option("--game", type=Whole(1), help="Only the game with this number in the list.")
@click.option("--studies", is_flag=True, help="Write your studies instead of games.")
@click.argument("folder", metavar="FOLDER")
def export(
    file: str | None, form: Any, game: int | None, studies: bool, folder: str, **fields: Any
) -> None:
    """Write finished games, or studies, to files in FOLDER, one file for each.

    The date of each file is that of its game. Importing an exported game again adds nothing. Games
    that the format cannot represent are skipped with a message.
    """
    from sapper_workbench.history.exchange import SUFFIXES, file_of

    with _chosen(file, fields) as (history, choice):
        with naming_errors(folder):
            Path(folder).mkdir(parents=True, exist_ok=True)
        if studies:
            _export_studies(history, Path(folder))
            return
        numbers = [game] if game else [row[0] for row in history.every(choice)]
        written = 0
        for each in numbers:
            found, _ = history.find(each)
            if found.outcome == "unfinished":
                if game:
                    raise InputError(f"game {game} is not over: its record would show the mines")
                continue
            try:
                data = file_of(history.record(each), form, found.at)
            except RulesError as error:
                click.echo(f"game {each}: {error}", err=True)
                continue
            path = Path(folder) / f"sapper-{each}-{found.outcome}.{SUFFIXES[form]}"
            with replacing(path) as draft:
                draft.write_bytes(data)
                os.utime(draft, (found.at, found.at))  # an import takes it as the time of the game
            written += 1
    click.echo(f"{plural(written, 'game')} written to {folder}", err=True)


def _export_studies(history: History, folder: Path) -> None:
    from sapper_workbench.history.studies import Studies
    from sapper_workbench.study.study import write

    kept = Studies(history)
    rows = kept.every()
    for row in rows:
        path = folder / f"sapper-study-{row.id}.json"
        write_file(path, f"{write(kept.study(row.id))}\n")
    click.echo(f"{plural(len(rows), 'study')} written to {folder}", err=True)


@command.command("import")
@history_file
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@as_json
def import_(file: str | None, paths: tuple[str, ...], as_json: bool) -> None:
    """Add replays, records, sessions, trees of moves, and studies.

    Each PATH is a file, a link to a tree or a study, or a folder, which is searched for AVF, EVF,
    MVF, RMV and RAWVF replays, records, sessions, trees and studies. Games and studies that are
    already in the history are not added again. The exit code is 2 if a file could not be read; the
    other files are still imported.
    """
    from sapper_workbench.history.exchange import import_paths

    history = _opened(file, new=True)
    added, studies, failed, others = 0, 0, 0, list[str]()
    ticker = Ticker()
    for number, file_read in enumerate(
        import_paths(history, [*map(Path, paths)], MAX_IMPORTED_CELLS), start=1
    ):
        added += file_read.added
        studies += file_read.added and file_read.study
        failed += file_read.failed
        if not file_read.added:
            others.append(file_read.words)
            if not as_json:
                click.echo(f"sapper: {file_read.words}", err=True)
        ticker.say(partial(plural, number, "file"))
    history.close()
    if as_json:
        echo_json({"added": added, "not_added": others})
    else:
        games = plural(added - studies, "game")
        more = f" and {plural(studies, 'study')}" if studies else ""
        click.echo(f"{games}{more} added")
    if failed:
        raise Exit(WRONG_INPUT)


@command.command()
@history_file
@click.argument("numbers", metavar="NUMBER…", nargs=-1, required=True, type=Whole(1))
def delete(file: str | None, numbers: tuple[int, ...]) -> None:
    """Delete games, given by their numbers in the list."""
    with closing(_opened(file)) as history:
        for number in numbers:
            history.find(number)
        click.echo(f"{plural(history.delete(numbers), 'game')} deleted")


def _opened(file: str | None, *, new: bool = False) -> History:
    """Open a history; a file that is named has to exist unless it may be ``new``."""
    from sapper_workbench.history.database import History, history_file

    if file is not None and not new and not Path(file).exists():
        raise InputError(f"{file}: no such file")
    return History(history_file() if file is None else Path(file))


@contextmanager
def _chosen(file: str | None, fields: dict[str, Any]) -> Iterator[tuple[History, Choice]]:
    """Open a history, and read the options that choose games of it."""
    from sapper_workbench.history.database import Choice, day
    from sapper_workbench.history.levels import with_level

    since, until = (day(fields.pop(name), f"--{name}") for name in ("since", "until"))
    choice = Choice(**fields, since=since, until=until)
    with closing(_opened(file)) as history:
        yield history, with_level(history, choice)


def _grade(history: History, choice: Choice) -> bool:
    """Grade the guesses of all games of a choice; return whether none was left."""
    from sapper_workbench.history.grading import grades_of, ungraded

    waiting = ungraded(history, choice, 1_000_000)
    with interruption() as stopped, stages("games") as ((show,), _):
        for done, number in enumerate(waiting):
            if stopped:
                return False
            show(done, len(waiting))
            try:
                history.grade(number, grades_of(history.record(number)))
            except InputError as error:
                click.echo(f"game {number}: {error}", err=True)
    return True
