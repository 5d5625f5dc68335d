"""The analysis of a position, and files from visitors, as JSON for the page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from math import isnan, nan
from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sapper.arena import solve
from sapper.errors import BudgetError, InputError, RulesError
from sapper.estimate import percent
from sapper.explanations import Explanation, Step
from sapper.explanations.explanation import Verdict
from sapper.explanations.steps import Technique
from sapper.game import Cell, Deal, Position
from sapper.game.move import Action
from sapper.inference.analysis import layouts
from sapper.inference.satisfiability import layouts_with_and_without
from sapper.json_input import convert
from sapper.notation import ReadBoard, ReadPosition, read_position
from sapper.notation.links.links import link_of_position
from sapper.notation.pictures import is_picture
from sapper.players import Decision
from sapper.players.decision import finite
from sapper.players.proved import proof_cells
from sapper.records import Game, Record, Tree, WholeDecision, codes
from sapper.records.files import Readable, read_any, read_tree
from sapper.reviews.candidates import estimates
from sapper.reviews.position_report import Findings, advised, compared, find, why
from sapper_workbench.study.clicks import NO_PLAN, Plan, plans
from sapper_workbench.study.lessons.lesson import lesson_of
from sapper_workbench.study.study import is_study
from sapper_workbench.study.watch import Claim, judge
from sapper_workbench.web.http.fields import Answer, Tell
from sapper_workbench.web.views.board import BoardJson, Code, ReadTreeJson, TruthJson

MEGABYTES = 256  #: memory limit of exact counting
SUGGESTS = "swift"  #: the player that suggests moves by default


class FaultJson(Answer):
    """A visible error in a position."""

    kind: str
    cell: Cell | None
    words: str


class ConflictJson(Answer):
    """Clues that contradict each other."""

    clues: tuple[Cell, ...]


class ReadingJson(Answer):
    """How a position was read: what was decided or assumed, and cells that may be wrong."""

    doubtful: tuple[Cell, ...]
    words: str


class AnalysisJson(Answer, kw_only=True):
    """The analysis of a position. The ``error`` of an impossible position names the clues at fault.

    While ``promise`` is not empty, opening any cell is safe, whatever its ``mine_probability``. If
    the number of mines is not known, ``mines`` is null, as ``sapper analyse --json`` prints it, and
    only certain cells have a ``mine_probability``; the mines of ``board`` are then the open ones.
    """

    width: int
    height: int
    mines: int | None
    consistent: bool
    error: str | None
    conflict: ConflictJson | None
    faults: list[FaultJson]
    board: BoardJson
    text: str
    link: str
    log10_layouts: float | None
    layouts: str
    exact: bool
    note: str
    mine_probability: list[float | None]
    promise: str
    safe: tuple[Cell, ...]
    certain_mines: tuple[Cell, ...]
    suggestion: WholeDecision | None
    seconds: float
    truth: TruthJson | UnsetType = UNSET
    reading: ReadingJson | UnsetType = UNSET

    @classmethod
    def of(cls, position: Position, player: str, seconds: float) -> AnalysisJson:
        """Return the analysis with a player's suggestion; counting takes at most ``seconds``."""
        began = time.perf_counter()
        findings = find(position, seconds, MEGABYTES)
        analysis, fault = findings.analysis, findings.fault
        risks = [] if analysis is None else analysis.probabilities
        return cls(
            width=position.grid.width,
            height=position.grid.height,
            mines=position.mines if position.rules.mines_known else None,
            consistent=fault is None,
            error=None if fault is None else str(fault),
            conflict=None if fault is None else ConflictJson(fault.clues),
            faults=[FaultJson(each.kind, each.cell, each.sentence) for each in position.faults()],
            board=BoardJson.of(position),
            text=str(position),
            link=link_of_position(position),
            log10_layouts=None if analysis is None else finite(analysis.log10_layouts),
            layouts=layouts(analysis.log10_layouts) if analysis and analysis.counted else "",
            exact=analysis is None or analysis.exact,
            note="" if analysis is None else analysis.note,
            mine_probability=list(map(finite, risks)) or [None] * position.grid.size,
            promise="" if analysis is None else analysis.promise,
            safe=() if analysis is None else analysis.safe,
            certain_mines=() if analysis is None else analysis.certain_mines,
            suggestion=None if analysis is None else _suggestion(findings, player),
            seconds=time.perf_counter() - began,
        )


def _suggestion(findings: Findings, player: str) -> WholeDecision | None:
    decision = advised(findings, player)
    return WholeDecision.of(decision) if isinstance(decision, Decision) else None


class ClickJson(Answer):
    """A click."""

    action: Action
    cell: Cell


class PlanJson(Answer, kw_only=True):
    """Clicks that open safe cells, a lower bound on the expected number of cells opened, and the
    number of clicks saved."""

    moves: list[ClickJson]
    opens: tuple[Cell, ...]
    expected: float
    saved: float
    words: str

    @classmethod
    def of(cls, plan: Plan) -> PlanJson:
        """Return a plan."""
        return convert(plan, cls, from_attributes=True)


class ClicksJson(Answer):
    """The clicks that open most, the best first, or ``words`` if there is no sure click."""

    plans: list[PlanJson]
    words: str

    @classmethod
    def of(cls, position: Position) -> ClicksJson:
        """Return the clicks of a position."""
        best = [PlanJson.of(plan) for plan in plans(find(position))]
        return cls(best, "" if best else NO_PLAN)


class AdviceJson(Answer):
    """A player's move, or ``words`` that say why it has no move."""

    decision: WholeDecision | None
    words: str

    @classmethod
    def of(cls, position: Position, player: str) -> AdviceJson:
        """Ask a player."""
        advice = advised(find(position, megabytes=MEGABYTES), player)
        if isinstance(advice, Decision):
            return cls(WholeDecision.of(advice), "")
        return cls(None, str(advice))


def show_candidates(
    tell: Tell, position: Position, player: str, playouts: int, seconds: float
) -> None:
    """Report increasingly precise ``candidates`` of a position, and once a player's ``advice``,
    which comes after the first playouts because some players take long."""
    asked = False
    for estimate in estimates(position, playouts, seconds):
        tell("candidates", estimate.to_json())
        if not asked and (estimate.playouts or estimate.done) and position.outcome == "playing":
            asked = True
            tell("advice", AdviceJson.of(position, player))


class CountJson(Answer):
    """From ``least`` to ``most`` mines in some hidden cells."""

    cells: tuple[Cell, ...]
    least: int
    most: int


class SupposedJson(Answer):
    """A cell that a step supposes to be a mine, or to be safe."""

    cell: Cell
    mine: bool


class ExplainedStepJson(Answer, kw_only=True):
    """A step of an explanation. Its conclusions follow from ``clues``, the number of mines if
    ``mine_count``, and the conclusions of the earlier steps whose indices it ``uses``."""

    technique: Technique
    clues: tuple[Cell, ...]
    mine_count: bool
    uses: tuple[int, ...]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    counts: tuple[CountJson, ...]
    words: str
    signs: tuple[Cell, ...] = ()
    gold_count: bool = False
    pattern: str = ""
    lesson: str | None = None
    suppose: SupposedJson | None = None
    steps: tuple[ExplainedStepJson, ...] = ()
    contradiction: bool = False


class GradeJson(Answer):
    """A grade of a hint that does not name its cell: ``cells`` are a region of the board, or
    clues."""

    words: str
    cells: tuple[Cell, ...]
    region: bool


class ExplanationJson(Answer, kw_only=True):
    """The proof that a cell is safe or a mine, in steps; a guess has none, and ``words`` compare it
    with others. ``grades`` are what a hint says before."""

    cell: Cell
    verdict: Verdict
    difficulty: float | None
    steps: tuple[ExplainedStepJson, ...]
    words: str
    grades: tuple[GradeJson, ...]

    @classmethod
    def of(cls, explanation: Explanation | None) -> ExplanationJson | None:
        """Return an explanation, if there is one, with the lessons that teach its steps."""
        if explanation is None:
            return None
        fields = explanation.to_json()
        _add_lessons(fields["steps"], explanation.steps)
        fields["grades"] = [grade._asdict() for grade in explanation.grades]
        return convert(fields, cls)


def _add_lessons(fields: list[dict[str, Any]], steps: tuple[Step, ...]) -> None:
    for each, step in zip(fields, steps, strict=True):
        each["lesson"] = lesson_of(step)
        _add_lessons(each.get("steps", []), step.steps)


class WhyJson(Answer, kw_only=True):
    """The verdict on a cell, and the clues that prove it. ``explanation`` has the steps, or
    compares a guess with others; ``proof`` is a minimal set of clues that proves a certain cell.
    ``layouts`` shows why a guess is one: the mines of a layout with a mine in the cell, and of one
    without."""

    certain: Literal["safe", "mine", "neither"]
    clues: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    words: str
    explanation: ExplanationJson | None = None
    proof: tuple[Cell, ...] = ()
    layouts: tuple[tuple[Cell, ...], ...] = ()

    @classmethod
    def of(cls, position: Position, cell: Cell, seconds: float) -> WhyJson:
        """Prove that a cell is safe or a mine, if it is certain. Raises ``RulesError`` for a cell
        outside the grid."""
        findings = find(position, seconds, MEGABYTES)
        certainty = why(findings, cell)
        reason = certainty.reason
        guess = compared(findings, cell)
        proof: tuple[Cell, ...] = ()
        if certainty.certain != "neither":
            index = position.grid.index(cell)
            proof = proof_cells(position, index, mine=certainty.certain == "mine")
        return cls(
            certain=certainty.certain,
            clues=reason.clues,
            mines=reason.mines,
            words=reason.words,
            explanation=ExplanationJson.of(certainty.explanation or guess),
            proof=proof,
            layouts=() if guess is None else _layouts(position, cell, seconds),
        )


class CauseJson(Answer):
    """Why a visitor lost a game, as one ``sentence`` and in full: it is about the ``cell`` of the
    mine if that was certain, else about one that was certainly safe; without either it was a guess.
    """

    cell: Cell
    title: Literal["certainly a mine", "certainly safe", "a guess"]
    sentence: str
    why: WhyJson

    @classmethod
    def of(cls, position: Position, cell: Cell, seconds: float) -> CauseJson:
        """Say why a move was lost that opened a mine in the cell of a position."""
        why = WhyJson.of(position, cell, seconds)
        if why.certain == "mine":
            named = f"{list(cell)} was certainly a mine"
            return cls(cell, "certainly a mine", f"{named}{_proof_in_words(why)}", why)
        analysis = find(position, seconds, MEGABYTES).analysis
        risk, least = (
            (nan, nan) if analysis is None else (analysis.probability(cell), analysis.least_risk)
        )
        if analysis is not None and analysis.safe:
            better = analysis.safe[0]
            proved = WhyJson.of(position, better, seconds)
            took = "You took a risk" if isnan(risk) else f"You took a risk of {percent(risk, 0)}"
            sentence = f"{took}, but {list(better)} was certainly safe{_proof_in_words(proved)}"
            return cls(better, "certainly safe", sentence, proved)
        if isnan(risk):
            return cls(cell, "a guess", "No cell was certainly safe: it was a guess.", why)
        other = f"the least risk of any cell was {percent(least, 0)}"
        safest = "no cell was safer" if risk <= least + 1e-9 else other
        return cls(cell, "a guess", f"It was a guess at {percent(risk, 0)}: {safest}.", why)


def _proof_in_words(why: WhyJson) -> str:
    """Return a proof of one sentence as the end of another one; a longer proof is left out."""
    steps = () if why.explanation is None else why.explanation.steps
    if len(steps) != 1 or (steps[0].suppose is not None and ". " in steps[0].words):
        return "."
    words = steps[0].words
    return f": {words[:1].lower()}{words[1:]}"


def _layouts(position: Position, cell: Cell, seconds: float) -> tuple[tuple[Cell, ...], ...]:
    """Return the mines of a layout with a mine in a cell and of one without, if found in time."""
    index, cell_of = position.grid.index(cell), position.grid.cell
    with suppress(BudgetError):
        found = layouts_with_and_without(position, index, seconds=seconds)
        return tuple(tuple(map(cell_of, sorted(mines))) for mines in found or ())
    return ()


class JudgementJson(Answer, kw_only=True):
    """The judgement of a visitor's answer: whether it is right, and why."""

    right: bool
    clues: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    words: str

    @classmethod
    def of(
        cls, position: Position, cell: Cell, claim: Claim, chosen: Cell, seconds: float
    ) -> JudgementJson:
        """Judge a visitor's claim about a cell, where the player has ``chosen`` a cell.

        Raises ``InputError`` for a cell that is not hidden, ``RulesError`` for one outside the
        grid.
        """
        verdict = judge(find(position, seconds, MEGABYTES), cell, claim, chosen)
        reason = verdict.reason
        return cls(right=verdict.right, clues=reason.clues, mines=reason.mines, words=reason.words)


class ReadGameJson(ReadTreeJson, kw_only=True):
    """A file that contains a game: the record of its current line, and its tree as positions."""

    record: str

    @classmethod
    def of_game(cls, game: Game) -> ReadGameJson:
        """Return a game."""
        return cls(
            record=game.record.text,
            board=BoardJson.of(game.start.value.position),
            tree=game.position_changes(),
        )


def shown_file(
    data: bytes, name: str, player: str, seconds: float
) -> AnalysisJson | ReadGameJson | ReadTreeJson:
    """Read a file: a game, a tree of positions, or anything else as an analysis.

    - ``data``, ``name``: the content and the name of the file.
    - ``player``: the recipe of the player that suggests moves.
    - ``seconds``: the time limit of an analysis.

    A board whose mines are known is analysed before its first move, with the ``truth``. Raises
    ``InputError`` if the file cannot be read.
    """
    if is_study(data):
        raise InputError("this is a study: import it in Studies")
    content: Game | Tree[Position] | Readable
    content = (None if is_picture(data) else read_tree(data)) or read_any(data, name)
    if isinstance(content, Tree):
        return ReadTreeJson.of(content)
    if isinstance(content, Record):
        content = Game.of_record(content)
    if isinstance(content, Game):
        return ReadGameJson.of_game(content)
    if isinstance(content, Position):
        read = read_position(data)
        found = AnalysisJson.of(read.position, player, seconds)
        return replace(found, reading=reading_of(read))
    return shown_board(ReadBoard(content), player, seconds)


def shown_board(read: ReadBoard, player: str, seconds: float) -> AnalysisJson:
    """Return the analysis of a board before its first move, with the ``truth`` and whether it needs
    a guess."""
    deal = read.deal
    found = AnalysisJson.of(Position.start(deal.grid, deal.mines), player, seconds)
    try:
        words = f"its mines are known, and {solve(deal, read.start).words}"
    except (BudgetError, RulesError):  # too hard, or without a safe cell
        words = "its mines are known"
    return replace(found, truth=deal_truth(deal), reading=ReadingJson((), words))


MAX_WHOLE = 10  #: rows or columns of a board of which no part is cut out
MARGIN = 2  #: rows and columns around the cells that differ


class TwinsJson(Answer, kw_only=True):
    """The part of two boards that show the same in which they differ: its size, what it shows, and
    the mines of each board in it."""

    words: str
    width: int
    height: int
    cells: list[Code]
    layouts: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, stuck: Position, layouts: Sequence[Sequence[Cell]]) -> TwinsJson:
        """Return the part around the cells in which two layouts of a position differ."""
        one, two = map(frozenset, layouts)
        grid, differing = stuck.grid, one ^ two
        rows = _span([row for row, _ in differing], grid.height)
        columns = _span([column for _, column in differing], grid.width)
        words = (
            "Nobody can tell these two boards apart: they show the same numbers, and differ only in"
            f" the {len(differing)} cells with a frame."
        )
        if len(rows) * len(columns) < grid.size:
            drawn = f"rows {rows[0]} to {rows[-1]} and columns {columns[0]} to {columns[-1]}"
            words += f" Drawn are {drawn}."
        part = {(row, column): None for row in rows for column in columns}
        shown = codes(stuck)
        return cls(
            words=words,
            width=len(columns),
            height=len(rows),
            cells=[shown[grid.index(cell)] for cell in part],
            layouts=tuple(
                tuple(
                    (row - rows[0], column - columns[0])
                    for row, column in each
                    if (row, column) in part
                )
                for each in layouts
            ),
        )


def _span(places: list[int], count: int) -> range:
    """Return the rows or columns to draw around some of them."""
    if count <= MAX_WHOLE:
        return range(count)
    return range(max(0, min(places) - MARGIN), min(count, max(places) + MARGIN + 1))


class SolutionJson(Answer, kw_only=True):
    """Whether a board needs a guess from its first cell, ``start``, and ``words`` that say so.

    ``hardest`` is the hardest step if it needs none. Otherwise ``stuck`` are the cells of the
    position in which no cell is certainly safe, ``twins`` two boards that show it
    alike, and ``other_starts`` first cells from which the board needs no guess."""

    guess_needed: bool
    start: Cell
    words: str
    hardest: str
    stuck: list[Code] | None
    twins: TwinsJson | None
    other_starts: tuple[Cell, ...]

    @classmethod
    def of(cls, read: ReadBoard, start: Cell | None) -> SolutionJson:
        """Solve a board. Raises as ``sapper.solve`` does."""
        found = solve(read.deal, start or read.start)
        hardest = max(found.steps, key=lambda step: step.cost, default=None)
        return cls(
            guess_needed=found.guess_needed,
            start=found.start,
            words=found.words,
            hardest="" if hardest is None else hardest.words,
            stuck=None if found.stuck is None else codes(found.stuck),
            twins=TwinsJson.of(found.stuck, found.layouts)
            if found.stuck and found.layouts
            else None,
            other_starts=found.other_starts,
        )


def reading_of(read: ReadPosition) -> ReadingJson | UnsetType:
    """Return how a position was read, unless nothing was left open."""
    if not read.words:
        return UNSET
    return ReadingJson(read.doubtful, read.words)


def deal_truth(deal: Deal) -> TruthJson:
    """Return the mines of a deal all of whose mines are given."""
    mines = deal.mine_indices(deal.grid.corner, "any")
    return TruthJson.of(map(deal.grid.cell, mines))
