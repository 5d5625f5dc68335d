"""Puzzles, their tasks and difficulty, and the compressed files that contain them; and the board
and the puzzles of a day, derived from the date and the same for everyone."""

from __future__ import annotations

import gzip
import re
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from sapper.arena.no_guess import no_guess
from sapper.errors import InputError, MissingError, NotationError, nearest, plural, quoted
from sapper.files import naming_errors, write_file
from sapper.game import LEVELS, Cell, Grid, Position, Rules, World
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.json_input import decoder
from sapper.kernel.chance import Chance
from sapper.lazy import cached_property
from sapper.players.single_point import settle

#: ``safe``: find every safe cell; ``guess``: find the only good guess; ``certain``: find a safe
#: cell if there is one; ``ending``: play an ending out.
Kind = Literal["safe", "guess", "certain", "ending"]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: The task of each kind of puzzle.
TASKS: dict[Kind, str] = {
    "safe": "find every cell that is certainly safe",
    "guess": "no cell is certainly safe: find the best guess",
    "certain": "find a cell that is certainly safe, or answer that no cell is",
    "ending": "no cell is certainly safe: play out the ending with the best guess each time",
}


#: The first row and column, the height and the width of a part of a board.
Window = tuple[int, int, int, int]


class Puzzle(Struct, frozen=True, omit_defaults=True, rename={"text": "position"}, dict=True):
    """One puzzle.

    - ``text``: the position in one line, with ``/`` between the rows.
    - ``themes``: the level, and the technique and length of the solution; hidden until it is
      answered.
    - ``rating``: the first estimate of its difficulty, for ``ratings``.
    - ``best``: the best guess, and ``gap``: its advantage over any other, as a share of games. If
      playouts measured the gap, ``playouts`` is their number, and the gap is at least this large
      with 95% confidence.
    - ``window``: the part of the board that is shown (see ``crop``), the whole if None, and
      ``counted``: whether the number of mines is known. ``best`` is a cell of the window.
    """

    id: str
    kind: Kind
    text: str
    themes: tuple[str, ...]
    rating: int
    best: Cell | None = None
    gap: float | None = None
    playouts: int = 0
    window: Window | None = None
    counted: bool = True

    @property
    def columns(self) -> int:
        """The width of the board that is shown."""
        return self.window[3] if self.window else int(self.text.partition("x")[0])

    @cached_property
    def whole(self) -> Position:
        """The position in the game."""
        return Position.parse(self.text.replace("/", "\n"))

    @cached_property
    def position(self) -> Position:
        """The position that is shown."""
        if self.window is None:
            return self.whole
        return window_of(self.whole, self.window, counted=self.counted)


def window_of(whole: Position, window: Window, *, counted: bool) -> Position:
    """Return the part of a position in a window, with no clue that depends on what is cut.

    Mines that single clues settle stay so, or are cut with the clues around them. If ``counted``,
    the number of mines is that of the whole board, less the settled ones that are cut.
    """
    top, left, height, width = window
    grid, near = whole.grid, whole.grid.neighbour_indices
    inside = [grid.index((top + i // width, left + i % width)) for i in range(height * width)]
    held = set(inside)
    mines = {i for i, each in settle(whole).items() if each.mine}
    cut = {
        i
        for i in inside
        if whole.cells[i] < HIDDEN
        and any(whole.cells[j] == HIDDEN and j not in held for j in near(i))
    }
    rules = replace(whole.rules, mines_known=counted)
    while True:
        codes = bytes(BLOCKED if i in cut else whole.cells[i] for i in inside)
        blocked = frozenset(at for at, code in enumerate(codes) if code == BLOCKED)
        total = whole.mines - len(mines - (held - cut)) if counted else 0
        position = Position(Grid(width, height, blocked=blocked), rules, total, codes)
        settled = {inside[at] for at, each in settle(position).items() if each.mine}
        lost = mines & (held - cut) - settled
        if not lost:
            return position
        for mine in lost:
            cut |= {j for j in near(mine) if j in held and whole.cells[j] < HIDDEN} - cut or {mine}


def line_of(position: Position) -> str:
    """Return the text of a position in one line."""
    return str(position).replace("\n", "/")


def name_of(kind: Kind, text: str) -> str:
    """Return the id of a puzzle: its kind and a hash of its position."""
    return f"{kind}-{sha256(text.encode()).hexdigest()[:8]}"


PUZZLES_FILE = "puzzles.jsonl.gz"
SECRET_THEMES = ("yes", "no")  #: themes that give the answer away: they cannot be requested
DRAWN_FROM = 24  #: the number of nearest puzzles among which one is drawn


class Collection:
    """Puzzles by id, by theme, and in order of their rating."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        self.by_id = {puzzle.id: puzzle for puzzle in puzzles}
        self._sorted = sorted(self.by_id.values(), key=lambda one: (one.rating, one.id))

    def __len__(self) -> int:
        return len(self.by_id)

    @property
    def themes(self) -> dict[str, int]:
        """The number of puzzles of each kind and of each theme that can be requested."""
        numbers: dict[str, int] = dict.fromkeys(KINDS, 0)
        for puzzle in self._sorted:
            for theme in (puzzle.kind, *puzzle.themes):
                if theme in SECRET_THEMES:
                    continue
                numbers[theme] = numbers.get(theme, 0) + 1
        return numbers

    def find(self, name: str) -> Puzzle:
        """Return the puzzle with this id. Raises ``MissingError``."""
        if name not in self.by_id:
            raise MissingError(f"there is no puzzle {quoted(name)}")
        return self.by_id[name]

    def chosen(
        self,
        rating: float,
        chance: Chance,
        theme: str | None = None,
        without: Iterable[str] = (),
        columns: int | None = None,
    ) -> Puzzle:
        """Return a puzzle of a kind or theme, drawn at random from those nearest to a rating.
        Puzzles ``without``, and boards with more ``columns``, come only if there are no others.

        - ``rating``: the rating wanted.
        - ``chance``: the source of random numbers.
        - ``theme``: a kind or a theme; any by default.
        - ``without``: ids of puzzles to avoid.
        - ``columns``: the largest width wanted.

        Raises ``InputError`` for a theme that no puzzle has.
        """
        among = self._of(theme)
        past = set(without)
        if columns is not None:
            among = [puzzle for puzzle in among if puzzle.columns <= columns] or among
        among = [puzzle for puzzle in among if puzzle.id not in past] or among
        drawn = chance.choice(_nearest(among, rating))
        if drawn.kind != "certain":
            return drawn
        answer, level = ("yes", "no")[chance.below(2)], drawn.themes[-1]  # so that it is a toss
        same = [puzzle for puzzle in among if puzzle.themes == (answer, level)]
        return chance.choice(_nearest(same, drawn.rating)) if same else drawn

    def _of(self, theme: str | None) -> Sequence[Puzzle]:
        if theme is None:
            return self._sorted
        fitting = [
            puzzle for puzzle in self._sorted if theme == puzzle.kind or theme in puzzle.themes
        ]
        if not fitting or theme in SECRET_THEMES:
            near = nearest(theme, list(self.themes))
            more = f": did you mean '{near}'?" if near else ""
            raise InputError(f"no puzzle has the theme {quoted(theme)}{more}")
        return fitting


def _nearest(ordered: Sequence[Puzzle], rating: float) -> Sequence[Puzzle]:
    middle = bisect_left(ordered, rating, key=lambda puzzle: puzzle.rating)
    first = max(0, min(middle - DRAWN_FROM // 2, len(ordered) - DRAWN_FROM))
    return ordered[first : first + DRAWN_FROM]


@cache
def puzzles() -> Collection:
    """Return the puzzles that come with sapper."""
    return Collection(
        _read(files("sapper_workbench.study.puzzles").joinpath(PUZZLES_FILE).read_bytes())
    )


def read_puzzles(path: Path) -> Collection:
    """Return the puzzles of a file. Raises ``InputError`` if it cannot be read."""
    with naming_errors(path):
        return Collection(_read(path.read_bytes()))


def write_puzzles(path: Path, found: Iterable[Puzzle]) -> int:
    """Write puzzles to a file, and return their number."""
    lines = [msgspec.json.encode(puzzle) for puzzle in found]
    data = gzip.compress(b"\n".join([*lines, b""]), 9, mtime=0)  # so that equal puzzles are equal
    write_file(path, data)
    return len(lines)


def _read(data: bytes) -> list[Puzzle]:
    try:
        puzzles = decoder(Puzzle).decode_lines(gzip.decompress(data))
    except (OSError, EOFError, zlib.error):
        raise NotationError("this is not a file of puzzles") from None
    except msgspec.MsgspecError as error:
        raise NotationError(f"this is not a file of puzzles: {error}") from None
    if not puzzles:
        raise NotationError("there are no puzzles in it")
    return puzzles


RULES = Rules("opening")
#: The level of each day of the week, from Monday on.
WEEK_LEVELS = (*("beginner",) * 2, *("intermediate",) * 3, *("expert",) * 2)
#: The kinds of the three puzzles, and their approximate ratings.
DAILY_KINDS = (("safe", 1050), ("certain", 1200), ("ending", 1550))
DAILY_PREFIX = "daily-"
DAILY_STREAM = 3  #: of a date's seed, for the first cell and the puzzles


@dataclass(frozen=True)
class Daily:
    """The programme of a day: a board that needs no guess, starting at ``first``, and puzzles."""

    day: date
    level: str
    first: Cell
    puzzles: tuple[Puzzle, ...]

    @property
    def world(self) -> World:
        """The board, with its first cell open."""
        return board_of(self.day)


def today() -> date:
    """Return the date, which changes everywhere at once (UTC)."""
    return datetime.now(UTC).date()


def read_date(text: str) -> date:
    """Read a date, ``YYYY-MM-DD``. Raises ``InputError``."""
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{quoted(text)} is not a date: expected YYYY-MM-DD") from None


def daily(day: date, among: Collection) -> Daily:
    """Return the board and the puzzles of a day."""
    chance, first = _start(day)
    chosen: list[Puzzle] = []
    for kind, rating in DAILY_KINDS:
        chosen.append(among.chosen(rating, chance, kind, [puzzle.id for puzzle in chosen]))
    return Daily(day, WEEK_LEVELS[day.weekday()], first, tuple(chosen))


@lru_cache(maxsize=8)
def board_of(day: date) -> World:
    """Return the board of a day as a world: it needs no guess after its first cell, a hint."""
    _, first = _start(day)
    board = no_guess(LEVELS[WEEK_LEVELS[day.weekday()]], RULES, first, _seed(day))
    return World(f"{DAILY_PREFIX}{day.isoformat()}", board.deal, RULES, (first,))


def result_line(
    day: date,
    seconds: float | None,
    moves: int | None,
    solved: Sequence[bool | None],
    *,
    helped: bool = False,
) -> str:
    """Return the line to share: the time and moves of the board if it was won, whether it was won
    with help (``helped``), and for each puzzle ``+`` if it was solved at the first try, ``-`` if
    not, and ``.`` if it was not tried."""
    if seconds is None:
        board = "board not won"
    else:
        minutes, rest = divmod(round(100 * seconds), 6000)
        time = f"{minutes}:{rest / 100:05.2f}" if minutes else f"{rest / 100:.2f}\u00a0s"
        board = f"board in {time}"
        board += "" if moves is None else f" and {plural(moves, 'move')}"
        board += ", with help" if helped else ""
    signs = "".join({True: "+", False: "-", None: "."}[right] for right in solved)
    puzzles = f"puzzles {signs.count('+')}/{len(solved)} {signs}"
    return f"Daily Minesweeper {day.isoformat()}: {board}, {puzzles}"


def _seed(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def _start(day: date) -> tuple[Chance, Cell]:
    """Return the random numbers of a day, and the first cell, which is not at the edge."""
    chance = Chance(_seed(day), DAILY_STREAM)
    level = LEVELS[WEEK_LEVELS[day.weekday()]]
    return chance, (1 + chance.below(level.height - 2), 1 + chance.below(level.width - 2))
