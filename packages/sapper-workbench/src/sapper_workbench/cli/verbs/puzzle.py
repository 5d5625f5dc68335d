"""``sapper puzzle``: solve puzzles, check answers, and make files of puzzles."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sapper.arguments import MAX_SEED
from sapper.cli.errors import end_if, interruption
from sapper.cli.options import Whole, any_seed, as_json, echo_json
from sapper.cli.views.progress import progress
from sapper.errors import plural
from sapper.files import check_writable, data_folder, write_file

if TYPE_CHECKING:
    from sapper_workbench.study.puzzles.package import Collection, Puzzle
    from sapper_workbench.study.puzzles.ratings import Mode, PuzzleStore


@click.command(
    epilog="\b\nExample:\n  sapper puzzle --theme safe\n  sapper puzzle --storm\n"
    "  sapper puzzle --daily --date 2026-11-22"
)
@click.option("--theme", metavar="THEME", help="Only puzzles of this kind or with this theme.")
@click.option("--repeat", is_flag=True, help="Only puzzles that you missed and that are due again.")
@click.option("--streak", is_flag=True, help="Ever harder puzzles until the first mistake.")
@click.option("--storm", is_flag=True, help="As many puzzles as you can solve in three minutes.")
@click.option("--daily", "is_daily", is_flag=True, help="Solve the three puzzles of the day.")
@click.option("--date", metavar="YYYY-MM-DD", help="The day for --daily.  [default: today]")
@click.option("--puzzle", "name", metavar="ID", help="The puzzle to solve.")
@click.option("--answer", metavar="TEXT", help="Check this answer to --puzzle and exit.")
@click.option("--standing", is_flag=True, help="Show your rating, and all themes.")
@click.option(
    "--make",
    "made",
    metavar="FILE",
    help="Make puzzles from games and write them to a file.",
)
@click.option(
    "--worksheet",
    metavar="FILE",
    help="Write puzzles of --theme to a page to print, with their solutions on a second page.",
)
@click.option("--lesson", metavar="ID", help="The lesson whose positions --worksheet has.")
@click.option(
    "--count",
    type=Whole(1, 1_000_000),
    help="Number of puzzles to solve or make.  [default: until quit]",
)
@click.option(
    "--seed",
    type=Whole(0, MAX_SEED),
    help="Seed for choosing or making puzzles.  [default: random]",
)
@click.option("--file", metavar="FILE", help="Use the puzzles in this file.")
@click.option(
    "--data", metavar="DIR", help="The folder for ratings.  [default: the user's data directory]"
)
@as_json
def command(
    theme: str | None,
    repeat: bool,
    streak: bool,
    storm: bool,
    is_daily: bool,
    date: str | None,
    name: str | None,
    answer: str | None,
    standing: bool,
    made: str | None,
    worksheet: str | None,
    lesson: str | None,
    count: int | None,
    seed: int | None,
    file: str | None,
    data: str | None,
    as_json: bool,
) -> None:
    """Solve puzzles from games of sapper's own players.

    There are four kinds: find every cell that is certainly safe (safe), find the only good guess
    (guess), find a safe cell or say that none is certain (certain), and play out an ending
    (ending). Each answer comes with its proof. sapper chooses puzzles that suit your rating, and
    brings back the ones that you did not solve after a day, three days, a week and three weeks
    (--repeat asks only these). At the prompt, type show to give up or quit to stop.

    --streak and --storm begin with easy puzzles, and each solved one makes the next one harder. A
    storm asks for the only safe cell. A mistake costs ten seconds of the three minutes, and five
    right answers in a row win three seconds back. Its answers do not count for your rating. The
    page, sapper tui (keys Z, then r or t) and this command share your best results.

    --daily shows the three puzzles of the day, which are the same for everyone (they depend only
    on the date, in UTC), and ends with a line to share. It also shows the board of the day, which
    needs no guess, with its first cell open: play it under Daily on the page of sapper serve, or in
    sapper tui (keys Z and d).

    --worksheet writes an HTML page: open it in a browser and print it. It has six puzzles by
    default, which ask for a cell that is certainly safe, or with --lesson the positions of a lesson
    (one-two, the last part of its address on the page).

    --make writes a file of puzzles; the same count and seed give the same file. After Ctrl-C it
    contains the puzzles found so far.

    With --json: id, kind, task, rating and position (the puzzle to solve); with --answer: right,
    done, words, solution, reasons, themes and the rating before and after; with --daily: date,
    level, first, board (the position) and puzzles (id, kind and position); with --standing: rating,
    deviation, tried, solved, due, waiting, bests and themes; with --make: puzzles and games.
    """
    from sapper.kernel.chance import Chance
    from sapper_workbench.study.puzzles.package import puzzles, read_puzzles
    from sapper_workbench.study.puzzles.ratings import ME, RATINGS_FILE, PuzzleStore

    _check_together(click.get_current_context().params)
    if worksheet is not None:
        _print(Path(worksheet), lesson, theme, count or 6, seed)
        return
    if made is not None:
        _mine(Path(made), count or 100, any_seed() if seed is None else seed, as_json=as_json)
        return
    store = PuzzleStore((Path(data) if data else data_folder()) / RATINGS_FILE)
    if is_daily:
        _daily(store, date, as_json=as_json)
        return
    if streak or storm:
        _run(store, any_seed(), "storm" if storm else "streak")
        return
    found = read_puzzles(Path(file)) if file else puzzles()
    if standing:
        _standing(store, found, as_json=as_json)
        return
    chance = Chance(any_seed() if seed is None else seed)

    def chosen() -> Puzzle:
        return found.find(name) if name else store.next(ME, found, chance, theme, again=repeat)

    if answer is not None:
        _check(store, chosen(), answer, as_json=as_json)
    elif as_json:
        echo_json(_json(puzzle := chosen(), rating=round(store.rating(puzzle).value)))
    else:
        _solve(store, chosen, count if name is None else 1)


def _check_together(given: dict[str, Any]) -> None:
    """Raise ``click.UsageError`` for options that do not go together."""
    others = any(given[one] for one in OTHERS)
    daily, runs = given["is_daily"], given["streak"] or given["storm"]
    if given["date"] is not None and not daily:
        raise click.UsageError("--date needs --daily")
    if daily and (others or given["repeat"] or runs):
        raise click.UsageError("--daily takes only --date, --data and --json")
    both = given["streak"] and given["storm"]
    if runs and (others or given["repeat"] or given["as_json"] or both):
        raise click.UsageError("--streak and --storm take only --data")
    if given["repeat"] and (given["name"] or given["made"] or given["standing"]):
        raise click.UsageError("--repeat chooses among the puzzles that you missed")
    if given["answer"] is not None and given["name"] is None:
        raise click.UsageError("--answer needs --puzzle")
    if given["lesson"] is not None and given["worksheet"] is None:
        raise click.UsageError("--lesson needs --worksheet")


#: The options that choose puzzles or say what to do with them, apart from runs and the daily ones.
OTHERS = ("theme", "name", "answer", "standing", "made", "file", "count", "seed")


def _solve(store: PuzzleStore, chosen: Any, count: int | None) -> None:
    """Ask ``count`` puzzles, or until the input ends."""
    from sapper_workbench.cli.views.puzzles import ask
    from sapper_workbench.study.puzzles.ratings import ME

    solved = 0
    while count is None or solved < count:
        puzzle = chosen()
        verdict = ask(puzzle, lambda: input("› "))
        if verdict is None:
            break
        before, after = store.add(ME, puzzle, verdict.score)
        click.echo(f"Your rating: {round(before.value)} → {round(after.value)}.\n")
        solved += 1


def _run(store: PuzzleStore, seed: int, mode: Mode) -> None:
    """Ask ever harder puzzles until the first mistake, or in a storm until the time is over."""
    from time import monotonic

    from sapper.kernel.chance import Chance
    from sapper_workbench.cli.views.puzzles import ask
    from sapper_workbench.study.puzzles.package import puzzles
    from sapper_workbench.study.puzzles.ratings import ME
    from sapper_workbench.study.puzzles.runs import Run

    chance, run = Chance(seed), Run.begin(mode, monotonic())
    while monotonic() < run.end:
        puzzle = run.next(puzzles(), chance)
        verdict = ask(puzzle, lambda: input("› "), brief=mode == "storm")
        if verdict is None or monotonic() >= run.end:
            break
        if mode == "streak":
            store.add(ME, puzzle, verdict.score)
        run = run.after(puzzle, right=verdict.right)
    store.add_run(ME, mode, run.solved)
    click.echo(
        f"\n{plural(run.solved, 'puzzle')} solved; your best: {store.standing(ME).bests[mode]}."
    )


def _daily(store: PuzzleStore, date: str | None, *, as_json: bool) -> None:
    """Show the board of a day and ask its puzzles."""
    from sapper.game import Referee
    from sapper_workbench.study.puzzles.package import daily, puzzles, read_date, result_line, today
    from sapper_workbench.study.puzzles.ratings import ME

    day = daily(today() if date is None else read_date(date), puzzles())
    position = Referee(day.world.deal, day.world.rules).open(day.first)
    if as_json:
        listed = list(map(_json, day.puzzles))
        about = {"date": day.day.isoformat(), "level": day.level, "first": day.first}
        echo_json({**about, "board": str(position), "puzzles": listed})
        return

    from sapper_workbench.cli.views.puzzles import ask, show_board

    click.echo(f"{day.day.isoformat()}: a board of {day.level} that needs no guess")
    show_board(position)
    for at, puzzle in enumerate(day.puzzles, 1):
        click.echo(f"\nPuzzle {at} of {len(day.puzzles)}")
        verdict = ask(puzzle, lambda: input("› "))
        if verdict is None:
            break
        store.add(ME, puzzle, verdict.score)
    solved = store.first_tries(ME, day.puzzles)
    click.echo(f"\n{result_line(day.day, None, None, solved)}")


def _check(store: PuzzleStore, puzzle: Puzzle, text: str, *, as_json: bool) -> None:
    from sapper_workbench.cli.views.puzzles import explain, read_answer
    from sapper_workbench.study.puzzles.answers import judge
    from sapper_workbench.study.puzzles.ratings import ME

    verdict = judge(puzzle, read_answer(puzzle, text))
    ratings = store.add(ME, puzzle, verdict.score) if verdict.done else None
    if not as_json:
        explain(puzzle, verdict)
        return
    shown = [round(one.value) for one in ratings] if ratings else None
    about = {"themes": puzzle.themes if verdict.done else None, "rating": shown}
    echo_json({**verdict.to_json(), **about})


def _json(puzzle: Puzzle, **more: object) -> dict[str, Any]:
    from sapper_workbench.study.puzzles.package import TASKS

    about = {"id": puzzle.id, "kind": puzzle.kind, "task": TASKS[puzzle.kind]}
    return {**about, **more, "position": str(puzzle.position)}


def _standing(store: PuzzleStore, found: Collection, *, as_json: bool) -> None:
    from sapper_workbench.study.puzzles.ratings import ME

    standing, themes = store.standing(ME), found.themes
    if as_json:
        echo_json({**standing.to_json(), "themes": themes})
        return
    rating = standing.rating
    click.echo(
        f"Rating {round(rating.value)} ± {round(2 * rating.deviation)};"
        f" {standing.solved} of {standing.tried} solved at the first try;"
        f" {standing.due} of {standing.waiting} repetitions due."
        f" Best streak {standing.bests['streak']}, best storm {standing.bests['storm']}."
    )
    click.echo(
        f"{len(found):,} puzzles: {', '.join(f'{n:,} {name}' for name, n in themes.items())}."
    )


def _print(path: Path, lesson: str | None, theme: str | None, count: int, seed: int | None) -> None:
    """Write a worksheet."""
    from sapper_workbench.study.classes import task_of_lesson, task_of_puzzles
    from sapper_workbench.study.lessons.lesson import lesson as lesson_of
    from sapper_workbench.study.printing import worksheet

    if lesson is not None:
        task, words = task_of_lesson(lesson_of(lesson)), lesson_of(lesson).text.words
    else:
        task, words = task_of_puzzles(theme, count, any_seed() if seed is None else seed), ""
    write_file(path, worksheet(task.title, words, task.exercises).encode())
    click.echo(f"{plural(task.count, 'position')} and the solutions are in {path}.")


def _mine(path: Path, count: int, seed: int, *, as_json: bool) -> None:
    from sapper.json_input import seed_json
    from sapper_workbench.study.puzzles.mining import mine
    from sapper_workbench.study.puzzles.package import write_puzzles

    check_writable(path)  # before the games, which would be lost
    games = 0
    with interruption() as interrupted, progress("puzzles") as show:

        def report(made: int, played: int) -> None:
            nonlocal games
            games = played
            show(min(made, count), count)

        mined = mine(count, seed, report=report)
        written = write_puzzles(path, takewhile(lambda _: not interrupted, mined))
    if as_json:
        echo_json({"puzzles": written, "games": games, "seed": seed_json(seed)})
    else:
        click.echo(f"{plural(written, 'puzzle')} from {plural(games, 'game')}, seed {seed}")
    end_if(interrupted)
