"""Endpoints for variants of Minesweeper: their rules and examples, boards that need no guess, the
board of a day, and proofs and chances of positions, all computed in workers.

A board travels with its solution, and the page makes the moves: the server keeps no games of
variants. It reads no files of rules, because visitors could name those of the server.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec import Meta

from sapper.errors import InputError, plural, require
from sapper.explanations.grades import region
from sapper.game import Cell, Grid
from sapper.json_input import SeedField
from sapper.kernel.chance import Chance
from sapper.lazy import Recent
from sapper_workbench.study.puzzles.package import read_date, today
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import Answer, Fields, Name, Tell, doc
from sapper_workbench.web.http.stream import Stream
from sapper_workbench.web.views.analysis import GradeJson, SupposedJson
from sapper_workbench.web.workbench import Workbench

if TYPE_CHECKING:
    from sapper_variants import Explanation, Position, Puzzle, Variant

T = TypeVar("T")
Group = Literal["clue", "layout", "grid", "combination"]
Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
Place = tuple[int, int]  #: a row and a column, perhaps -1, of a clue beside the board

LEAST, MOST = 4, 10  #: rows and columns of a board
MOST_TEXT = 10_000  #: characters of a position
MOST_NAMES = 3  #: of variants that are combined
MINES = 0.3  #: the share of cells with mines, where the rules allow it
DAILY_SIZE = 6  #: rows and columns of the board of a day
DAILY_STREAM = 11  #: of the random numbers that order the variants of days
MOST_MADE = 200  #: boards that are kept
_MADE: Recent[tuple[object, ...], Any] = Recent(MOST_MADE)


class VariantBoardJson(Answer, kw_only=True):
    """A position of a variant. ``beside`` are the clues at the border, each with its place beside
    the board, and ``views`` the cells that each clue counts. If ``plain``, clues are their number
    of mines. ``solution`` has the codes of all cells, and ``hardest`` the technique of the hardest
    step that it takes, with its ``difficulty``."""

    variant: str
    rule: str
    width: int
    height: int
    mines: int
    grid: str
    cells: list[str]
    lines: list[str]
    beside: list[tuple[Place, str]]
    views: list[list[int]]
    plain: bool
    solution: list[str]
    hardest: str = ""
    difficulty: float = 0.0

    @classmethod
    def of(cls, position: Position, made: Puzzle | None = None) -> VariantBoardJson:
        """Return a position, perhaps the start of a puzzle."""
        from sapper_variants import Clue

        variant, board = position.variant, position.board
        clue, views = variant.clue, variant.views(board)
        plain = clue == Clue(looks=clue.looks) and {w for v in views for w in v.weights} <= {1}
        lines = [
            " ".join((border.lines, *texts))
            for border, texts in zip(variant.border, position.lines, strict=True)
        ]
        return cls(
            variant=variant.name,
            rule=variant.rule,
            width=position.width,
            height=position.height,
            mines=position.mines,
            grid=variant.shape,
            cells=list(position.cells),
            lines=lines,
            beside=[(place, position.lines[n][i]) for (n, i), place in _beside(position).items()],
            views=[list(view.cells) for view in views],
            plain=plain,
            solution=[] if made is None else list(made.solution.cells),
            hardest="" if made is None else made.hardest[1],
            difficulty=0.0 if made is None else made.difficulty,
        )


def _beside(position: Position) -> dict[tuple[int, int], Place]:
    """Return the place of each clue at the border, by its border and its line: before rows and
    columns, and after diagonals."""
    board, found = position.board, dict[tuple[int, int], Place]()
    for n, border in enumerate(position.variant.border):
        for i, line in enumerate(board.lines(border.lines)):
            row, column = divmod(line.cells[0], board.width)
            if border.lines == "rows":
                found[n, i] = row, -1
            elif border.lines == "columns":
                found[n, i] = -1, column
            else:
                row, column = divmod(line.cells[-1], board.width)
                found[n, i] = row + (1 if border.lines == "falling" else -1), column + 1
    return found


class VariantStepJson(Answer, kw_only=True):
    """A step of a proof: what it looks at, ``clues``, with the hidden cells of a rule, and
    ``beside``, numbers of clues beside the board; what it concludes, and its words."""

    technique: str
    clues: list[Cell]
    beside: list[int]
    safe: list[Cell]
    mines: list[Cell]
    words: str
    suppose: SupposedJson | None
    steps: list[VariantStepJson]


class VariantProofJson(Answer, kw_only=True):
    """The proof that a cell is safe or a mine, and what a hint says before it."""

    cell: Cell
    verdict: str
    difficulty: float
    steps: list[VariantStepJson]
    words: str
    grades: list[GradeJson]

    @classmethod
    def of(cls, proof: Explanation) -> VariantProofJson:
        """Return a proof."""
        position, fields = proof.position, proof.to_json()
        cell = position.cell(proof.cell)
        name, cells = region(Grid(position.width, position.height), cell)
        last = fields["steps"][-1]
        what = "a mine" if proof.verdict == "mine" else "safe"
        effort = _EFFORT.get(last["technique"], "one clue or rule proves it")
        if len(fields["steps"]) > 1:
            effort += f", after {plural(len(fields['steps']) - 1, 'earlier step')}"
        clues = _lit(position, last)
        return cls(
            cell=cell,
            verdict=proof.verdict,
            difficulty=proof.difficulty,
            steps=_steps(position, fields["steps"]),
            words=str(proof),
            grades=[
                GradeJson(f"Look {name}: a cell is certainly {what}; {effort}.", cells, True),
                GradeJson(f"Look at {last['looks']}.", tuple(clues), False),
            ],
        )


#: What the last step of a proof takes.
_EFFORT = {
    "two clues": "compare two clues or rules",
    "mine count": "count the mines",
    "suppose": "suppose that it were otherwise",
    "several": "it takes several clues at once",
}


def _lit(position: Position, step: dict[str, Any]) -> list[Cell]:
    """Return the clues at which a step looks, and the hidden cells of a rule."""
    clues = [position.cell(s["number"]) for s in step["sources"] if s["kind"] == "clue"]
    return clues + [(row, column) for row, column in step["cells"]]


def _steps(position: Position, steps: list[dict[str, Any]]) -> list[VariantStepJson]:
    places = list(_beside(position))
    found = []
    for step in steps:
        sources, suppose = step["sources"], step.get("suppose")
        words = step["words"]
        if suppose is not None:  # the page tells what it concludes after the inner steps
            so = "safe" if suppose["mine"] else "a mine"
            words += f" So {suppose['cell']} is {so}."
        at = [(s["number"], s["line"]) for s in sources if s["kind"] == "border"]
        found.append(
            VariantStepJson(
                technique=step["technique"],
                clues=_lit(position, step),
                beside=[places.index(each) for each in at],
                safe=[(row, column) for row, column in step["safe"]],
                mines=[(row, column) for row, column in step["mines"]],
                words=words,
                suppose=None if suppose is None else SupposedJson(**suppose),
                steps=_steps(position, step.get("steps", [])),
            )
        )
    return found


class VariantExampleJson(Answer):
    """A worked example: a tiny board, and a proof on it."""

    board: VariantBoardJson
    proof: VariantProofJson


class VariantJson(Answer):
    """A variant, its rule in one sentence, the kind of its rule, and a worked example."""

    name: str
    rule: str
    group: Group
    example: VariantExampleJson


class VariantFields(Fields, kw_only=True):
    """A board of a variant that needs no guess."""

    size: Annotated[int, Meta(ge=LEAST, le=MOST, description="rows and columns")] = DAILY_SIZE
    level: Annotated[Level, doc("how hard its hardest step may be")] = "easy"
    seed: Annotated[SeedField, doc("the seed of the board")] = 0


class VariantText(Fields):
    """A position of a variant."""

    text: Annotated[str, Meta(max_length=MOST_TEXT, description="as sapper variant reads it")]


class VariantHintJson(Answer):
    """A proof of a safe cell, null if no cell is certainly safe."""

    proof: VariantProofJson | None


class VariantChancesJson(Answer):
    """The mine probability of each cell, null for an open one, and the certain cells. If counting
    is too hard, only certain cells have one, and ``note`` says why."""

    mine_probability: list[float | None]
    safe: list[Cell]
    certain_mines: list[Cell]
    note: str


class VariantDayFields(Fields):
    """A day."""

    date: Annotated[Name | None, doc("a date, YYYY-MM-DD; today (UTC) by default")] = None


class VariantDayJson(Answer):
    """The board of a day: its variant, size, level and seed."""

    date: str
    variant: str
    size: int
    level: Level
    seed: int


async def variants(app: Workbench) -> list[VariantJson]:
    """List the variants, each with its rule and a worked example."""
    return await _computed(app, ("list",), listed_variants)


async def board(app: Workbench, name: str, request: VariantFields) -> Stream:
    """Stream the ``board`` of a variant that needs no guess, once it is made."""
    size, level, seed = request.size, request.level, int(request.seed)
    task = partial(make_board, name=name, size=size, level=level, seed=seed)
    return Stream(_board(app, (name, size, level, seed), task))


async def hint(app: Workbench, request: VariantText) -> VariantHintJson:
    """Prove a cell of a position safe."""
    seconds = app.limits.analysis_seconds
    return await app.workers.compute(partial(hint_in, request.text, seconds / 2), seconds)


async def chances(app: Workbench, request: VariantText) -> VariantChancesJson:
    """Return the mine probability of every cell of a position."""
    seconds = app.limits.analysis_seconds
    return await app.workers.compute(partial(chances_in, request.text, seconds / 2), seconds)


def of_day(app: Workbench, request: VariantDayFields) -> VariantDayJson:
    """Return the board of a day, which is the same for everyone."""
    require("sapper_variants", "variants", "this view")
    from sapper_variants import names

    day = today() if request.date is None else read_date(request.date)
    others = [name for name in names() if name != "standard"]
    number, place = divmod(day.toordinal(), len(others))
    name = Chance(number, DAILY_STREAM).shuffled(others)[place]
    level = LEVELS[day.weekday() % len(LEVELS)]
    return VariantDayJson(day.isoformat(), name, DAILY_SIZE, level, day.toordinal())


async def _computed(app: Workbench, key: tuple[object, ...], task: Callable[[], T]) -> T:
    """Return what a task computes, which is always the same, and keep it."""
    if key not in _MADE:
        _MADE[key] = await app.workers.compute(task, app.limits.variant_seconds)
    found: T = _MADE[key]
    return found


async def _board(
    app: Workbench, key: tuple[object, ...], task: Callable[[Tell], None]
) -> AsyncGenerator[tuple[str, Any]]:
    if key in _MADE:
        yield "board", _MADE[key]
        return
    async with aclosing(app.workers.events(task, app.limits.variant_seconds)) as events:
        async for name, data in events:
            if name == "board":
                _MADE[key] = data
            yield name, data


def named(name: str) -> Variant:
    """Return the variant of a visitor's name. Raises ``InputError``, also for a file of rules."""
    require("sapper_variants", "variants", "this view")
    from sapper_variants import Variant

    if name.count("+") >= MOST_NAMES or name.endswith(".toml"):
        raise InputError(f"expected at most {MOST_NAMES} names of variants joined by +, not a file")
    return Variant.named(name)


def listed_variants() -> list[VariantJson]:
    """Return all variants with their examples. Raises ``InputError`` without the package."""
    require("sapper_variants", "variants", "this view")
    from sapper_variants import RULES, example, names

    found = []
    for name in names():
        variant, proof = named(name), example(name)
        shown = VariantExampleJson(VariantBoardJson.of(proof.position), VariantProofJson.of(proof))
        combined = "combine = " in (RULES / f"{name}.toml").read_text(encoding="utf-8")
        group: Group = "combination" if combined else _group(variant)
        found.append(VariantJson(name, variant.rule, group, shown))
    return found


def _group(variant: Variant) -> Group:
    if variant.shape != "square":
        return "grid"
    return "layout" if variant.layout else "clue"


def make_board(tell: Tell, name: str, size: int, level: Level, seed: int) -> None:
    """Make a board and report it as ``board``; the number of mines is the possible one that is
    nearest to ``MINES``. Raises ``InputError``."""
    from sapper_variants import eased, puzzle

    variant = named(name)
    cells = size * size
    for mines in sorted(range(1, cells), key=lambda number: abs(number - MINES * cells)):
        try:
            made = puzzle(variant, size, size, mines, seed)
        except InputError:  # no layout has this number
            continue
        if level != "hard":
            made = eased(made, pairs=level == "medium")
        tell("board", VariantBoardJson.of(made.start, made))
        return
    raise InputError(f"no layout of {size}x{size} obeys the rules of {name}")


def hint_in(text: str, seconds: float) -> VariantHintJson:
    """Return the easiest proof of a position. Raises ``InputError``."""
    from sapper_variants import easiest

    proof = easiest(position_in(text), seconds=seconds)
    return VariantHintJson(None if proof is None else VariantProofJson.of(proof))


def chances_in(text: str, seconds: float) -> VariantChancesJson:
    """Return the chances of a position. Raises ``InputError``."""
    from sapper_variants import analyse

    found = analyse(position_in(text), seconds=seconds)
    certain = dict.fromkeys(found.safe, 0.0) | dict.fromkeys(found.certain_mines, 1.0)
    width = found.position.width
    risks = [
        found.chances.get(i, certain.get(divmod(i, width)))
        for i in range(width * found.position.height)
    ]
    return VariantChancesJson(risks, list(found.safe), list(found.certain_mines), found.note)


def position_in(text: str) -> Position:
    """Read a visitor's position. Raises ``InputError``, also for a board that is too large."""
    require("sapper_variants", "variants", "this view")
    from sapper_variants import Position

    size, _, name = text.partition("\n")[0].strip().partition(" ")
    sides = re.match(r"(\d{1,4})x(\d{1,4})x", size, re.ASCII)
    if sides and max(map(int, sides.groups())) > MOST:
        raise InputError(f"a board of a variant has at most {MOST} rows and columns here")
    return Position.parse(text, named(name.strip()))


ENDPOINTS = (
    Endpoint("GET", "/api/variants", variants),
    Endpoint("GET", "/api/variants/daily", of_day),
    Endpoint("GET", "/api/variants/{name}/board", board),
    Endpoint("POST", "/api/variants/hint", hint, cancellable=True),
    Endpoint("POST", "/api/variants/chances", chances, cancellable=True),
)
