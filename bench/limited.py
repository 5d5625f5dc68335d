"""Limited belief: the agent's games level by level, and Sudoku."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bench.measure import cpu_seconds
from bench.options import Options
from bench.sudoku import dealt, solve
from bench.table import Share, Spread, Table
from sapper.arena.limited_games import Agent, Tally, play_one
from sapper.arena.statistics import wilson
from sapper.notation.demo_boards import CONFIGURATIONS

SPLITS = (0, 1, 2)
#: Boards of each configuration for as many expert games as the options ask for.
GAMES = {"small": 10, "medium": 20, "large": 40, "huge": 200}
CLUES = {"easy": 36, "medium": 30, "hard": 25}
PUZZLES = 15  #: of each kind
DEEPEST = 2


def tables(options: Options) -> Iterator[Table]:
    """CPU milliseconds a game, CPU seconds a puzzle."""
    play_one("small", 1, Agent(1, "first"))  # warms everything up
    yield _games(options)
    yield _sudoku(2 if options.quick else PUZZLES)


def _games(options: Options) -> Table:
    rows = []
    for name in CONFIGURATIONS:
        games = max(2, options.games // GAMES[name])
        for splits in SPLITS:
            agent = Agent(splits, "first")
            played = [play_one(name, seed, agent) for seed in range(1, games + 1)]
            total = sum(played, Tally())
            levels = (total.levels[k] / games if k <= splits else None for k in SPLITS)
            share = Share(total.wins / games, *wilson(total.wins, games))
            spread = Spread.of(1000 * tally.cpu_seconds for tally in played)
            mean = 1000 * total.cpu_seconds / games
            guesses = total.guesses / games
            rows.append((name, games, splits, share, mean, spread, *levels, guesses))
    columns = ("boards", "games", "k", "won % (95 %)", "CPU ms, mean", "median (min–max) of games")
    moves = (*(f"level {k}" for k in SPLITS), "guesses")
    title = "Limited belief: the demo's boards, seeds from 1, first guess by index"
    return Table(title, (*columns, *moves), rows, "Moves decided at each level, mean of a game.")


def _sudoku(puzzles: int) -> Table:
    rows = []
    for name, clues in CLUES.items():
        taken, levels, unsolved = [], Counter[int](), 0
        for seed in range(puzzles):
            puzzle = dealt(seed, clues)
            found: list[tuple[str, Counter[int]]] = []
            taken.append(cpu_seconds(lambda p=puzzle, f=found: f.append(solve(p, DEEPEST))))  # type: ignore[misc]
            unsolved += "." in found[0][0]
            levels += found[0][1]
        means = (levels[k] / puzzles for k in range(DEEPEST + 1))
        rows.append((name, puzzles, clues, *means, unsolved, Spread.of(taken)))
    columns = ("Sudoku", "puzzles", "clues", "level 0", "level 1", "level 2", "unsolved")
    notes = (
        "Dealt by seed, with one solution; a few have more clues, as none could be spared. Cells "
        "decided at each level, mean of a puzzle; unsolved are those that need more than level 2."
    )
    title = "Limited belief: Sudoku, some digit in every cell and none twice"
    return Table(title, (*columns, "CPU s, median (min–max)"), rows, notes)
