"""The types of the answers, from which their JSON Schemas are made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from sapper.game import Cell
from sapper.game.position import Outcome
from sapper.notation.variations.plain import TreeFields
from sapper.study.mistakes import Exercise
from sapper.study.screen.keys import Binding

Code = Annotated[
    str,
    Meta(
        pattern=r"^([HF*G#]|\d{1,3}(\+\d{1,3})?)$",
        description="H hidden, F flagged, * open mine, G gold, # blocked, or a clue: 2, 2+1",
    ),
]
Change = Annotated[tuple[int, Code], Meta(description="the index of a cell and its new code")]
Seed = Annotated[
    int | None,
    Meta(description="null for a game without a seed, and while the seed is secret"),
]
Anything = dict[str, Any]


class Answer(Struct, forbid_unknown_fields=True):
    """An object with exactly these fields."""


class Refusal(Answer):
    """The answer to every request that is refused."""

    error: str


class TruthJson(Answer):
    """Where everything lay, once a game is over."""

    mines: list[Cell]
    gold: list[Cell]


class LevelJson(Answer):
    """A level: its size and its mines."""

    width: int
    height: int
    mines: int


class BoardJson(LevelJson):
    """A position."""

    grid: str
    rules: Anything
    cells: list[Code]
    lives_left: int
    mines_left: int
    outcome: Outcome


class PassedJson(Answer):
    """A strategy that was asked before and passed."""

    strategy: str
    words: str


class DecisionJson(Answer):
    """A player's move and the reason for it."""

    action: str
    cell: Cell
    strategy: str
    kind: str
    reason: str
    clues: list[Cell]
    mines: list[Cell]
    considered: list[tuple[Cell, float | None]]
    mine_probability: float | None
    seconds: float
    guess: bool
    passed: list[PassedJson]
    effort: Anything | None


class NoDecisionJson(Answer):
    """A player that makes no move, and why."""

    cell: None
    words: str


class StepJson(Answer):
    """A move and what it changed."""

    number: int
    decision: DecisionJson
    changed: list[Change]
    lives_left: int
    mines_left: int
    outcome: Outcome


class ChangedJson(Answer, kw_only=True):
    """What any move changes; ``node`` is the number of the current one in the tree, ``ended`` says
    whether a line of the tree ends the game, and ``repaired`` whether mines of a deal were moved so
    that no guess is needed."""

    node: int
    ended: bool
    repaired: bool
    undoable: int
    redoable: int
    seconds: float
    seed: Seed
    truth: TruthJson | UnsetType = UNSET


class GameJson(ChangedJson, kw_only=True):
    """A game in its current state."""

    id: str
    kind: str
    number: int
    level: str
    board: BoardJson
    moves: int
    player: str | None
    world: str | None
    no_guess: bool
    last: StepJson | None


class MovedJson(ChangedJson, kw_only=True):
    """The step that a move made; without one, words say why."""

    step: StepJson | None
    words: str


class FiguresJson(Answer):
    """The figures of a player in a game, as values and as rows to show, with the meanings of their
    names; none if not defined."""

    figures: Anything | None
    rows: list[tuple[str, str]]
    meanings: dict[str, str]


class NoGuessJson(Answer):
    """How hard a board without guesses is, as values and as a clause; null for other boards, before
    the first cell is open, and if it takes too long to find out."""

    difficulty: Anything | None
    words: str


class ReplayJson(Answer):
    """A game from its beginning."""

    board: BoardJson
    player: str
    seed: Seed
    number: int
    level: str
    steps: list[StepJson]
    end: Anything


class TaskJson(Answer):
    """The position before a costly guess, in which a better cell is asked for."""

    step: int
    words: str
    action: str
    cell: Cell
    board: BoardJson


class TriedJson(Answer):
    """The answer to a cell that was tried."""

    cell: Cell
    right: bool
    words: str
    clues: list[Cell]
    loss: float | None
    loss_interval: tuple[float, float] | None
    loss_playouts: int | None


class LearnedJson(Answer):
    """An exercise, the task that is current, and the answer to a try."""

    exercise: Exercise
    task: TaskJson | None
    answer: TriedJson | None
    summary: str


class NodeJson(Answer):
    """A node of the tree of a game: a move, who made it (null: the visitor), and its comment; the
    start has no move."""

    id: int
    parent: int | None
    action: str | None
    cell: Cell | None
    player: str | None
    comment: str
    outcome: Outcome


class GameTreeJson(Answer):
    """All that was tried in a game, main lines first; ``at`` is the node at the cursor."""

    nodes: list[NodeJson]
    at: int


class TreeTextJson(Answer):
    """A tree as text and as a link; words say why a tree has no link."""

    text: str
    link: str | None
    words: str


class FaultJson(Answer):
    """Something that looks wrong in a position."""

    kind: str
    cell: Cell | None
    words: str


class ConflictJson(Answer):
    """Clues that contradict each other."""

    clues: list[Cell]


class PictureJson(Answer):
    """What the reader of a picture is not sure of; no picture tells the mines, but levels do."""

    doubtful: list[Cell]
    mines_known: bool
    words: str


class AnalysisJson(LevelJson, kw_only=True):
    """What a position implies."""

    consistent: bool
    error: str | None
    conflict: ConflictJson | None
    faults: list[FaultJson]
    board: BoardJson
    text: str
    link: str
    log10_layouts: float | None
    exact: bool
    note: str
    mine_probability: list[float | None]
    safe: list[Cell]
    certain_mines: list[Cell]
    suggestion: DecisionJson | None
    seconds: float
    truth: TruthJson | UnsetType = UNSET
    picture: PictureJson | UnsetType = UNSET


class ReadTreeJson(Answer):
    """A tree of positions, and the board that it starts from."""

    board: BoardJson
    tree: TreeFields


class ReadGameJson(ReadTreeJson):
    """A file that contains a game: its current line, its record, and its tree as
    positions."""

    replay: ReplayJson
    record: str


class WhyJson(Answer):
    """What is certain about a cell, and the clues that prove it."""

    certain: Literal["safe", "mine", "neither"]
    clues: list[Cell]
    mines: list[Cell]
    words: str


class AnswerJson(Answer):
    """Whether a visitor's answer is right, and why."""

    right: bool
    clues: list[Cell]
    mines: list[Cell]
    words: str


class RuleJson(Answer):
    """A learned rule, on a board if there is one that shows it."""

    theory: str
    name: str
    target: str
    clause: str
    board: BoardJson | None
    marks: Anything | None
    words: str
    text: str | None


class TourPartJson(Answer):
    """A part of the tour: what it asks, and the words of the button that answers."""

    title: str
    question: str
    offer: str


class ExhibitJson(TourPartJson):
    """A position, and what a player decides in it."""

    board: BoardJson
    decision: DecisionJson


class TourJson(Answer):
    """What a first visitor is shown."""

    proof: ExhibitJson
    splits: ExhibitJson
    rule: TourPartJson


class NamedLevelJson(LevelJson):
    """A level by name."""

    name: str


class PlayerJson(Answer):
    """A player by name, and its options; ``own`` if the server's command line named its file, or
    an installed package offers it."""

    name: str
    recipe: str
    words: str
    options: list[Anything]
    own: bool


class AboutJson(Answer):
    """What the page loads first."""

    version: str
    token_needed: bool
    limits: Anything
    levels: list[NamedLevelJson]
    worlds: list[str]
    world_words: Anything
    players: list[PlayerJson]
    keys: list[Binding]
    results: list[str]


class StoredGameJson(Answer):
    """A game in a store of results."""

    number: int
    outcome: str
    moves: int
    guesses: int
    cpu_seconds: float


class StoredGamesJson(Answer):
    """Games in a store of results, and whether more follow."""

    games: list[StoredGameJson]
    more: bool


class ResultsJson(Answer):
    """The stores of results by name."""

    results: list[str]
