"""The tour: a proof, a split tree, and a rule that is learned while one looks."""

from __future__ import annotations

from rich.text import Text

from sapper.errors import SapperError
from sapper.game import Position
from sapper.players.effort import Splits
from sapper.study.learner.minesweeper import LearningEvent, SearchProgress, ShownExample
from sapper.study.screen.board import BoardDrawing
from sapper.study.screen.cells import ADVISED, CLUE, COUNTED
from sapper.study.tour import (
    PROOF,
    PROOFS,
    RULES,
    SPLIT_TREES,
    SPLITS,
    Exhibit,
    LearnedRule,
    learn_rule,
    proof,
    splits,
)
from sapper.tui import story
from sapper.tui.board import BoardWidget
from sapper.tui.view import BoardView
from sapper.worker.messages import Call

PARTS = ((PROOFS, PROOF, proof), (SPLIT_TREES, SPLITS, splits))
LEGEND = {ADVISED: "? the cell", CLUE: "= clue it relies on", COUNTED: "! mine it relies on"}


class TourView(BoardView):
    """The parts of the tour, one after the other: each asks a question, then shows the answer."""

    view = "tour"

    def __init__(self) -> None:
        super().__init__()
        self.learned: LearnedRule | None = None
        self._stage = 0  # two of each part: asked and answered; the last is the rule
        self._exhibits: dict[int, Exhibit] = {}
        self._example: ShownExample | None = None  # the latest one
        self._search: SearchProgress | None = None
        self._examples = 0
        self._message: list[Text] = []

    @property
    def _part(self) -> int:
        return min(self._stage // 2, len(PARTS))

    @property
    def position(self) -> Position:
        """The position of the part, or the latest example of the lesson."""
        if self._part < len(PARTS):
            return PARTS[self._part][1]
        if self.learned is not None:
            return self.learned.figure.position
        return SPLITS if self._example is None else self._example.position

    @property
    def title(self) -> str:
        """What the tour is about."""
        return "sapper says why"

    @property
    def status(self) -> str:
        """The place in the tour."""
        return f"part {self._part + 1} of {len(PARTS) + 1}"

    def entered(self) -> None:
        """Begin at the first part."""
        self._stage, self._message = 0, []
        self._load()

    def _load(self) -> None:
        """Show the current part, after its player has decided."""
        part = self._part
        if part in self._exhibits:
            self.changed()
            return

        def decided(exhibit: Exhibit) -> None:
            self._exhibits[part] = exhibit
            self.changed()

        decider, ask = self.host.decider, PARTS[part][2]
        self.host.think("looking for a proof", lambda: decider.call(ask), decided, self)

    def _learn(self) -> None:
        """Learn a rule, and show the examples meanwhile."""
        self.learned = self._example = self._search = None
        self._examples = 0
        host = self.host

        def heard(event: LearningEvent) -> None:
            if isinstance(event, ShownExample):
                self._example = event
                self._examples += 1
            elif isinstance(event, SearchProgress):
                self._search = event
            self.redraw()

        def learn() -> LearnedRule:
            found: LearnedRule = host.decider.follow(
                Call(learn_rule, news=True), lambda event: host.call_from_thread(heard, event)
            )
            return found

        def done(found: LearnedRule) -> None:
            self.learned = found
            self.changed()

        host.think("Mio is learning", learn, done, self)

    def redraw(self) -> None:
        """Draw the position, the question and the answer."""
        board = BoardDrawing(self.position, marks=True)
        part = self._exhibits.get(self._part)
        blocks = self._rule(board) if self._part == len(PARTS) else self._shown(part, board)
        legend = Text(story.legend(board, LEGEND), story.FADED)
        keys = Text(story.items(f"Enter {self._offer}", "P play"), story.FADED)
        focus = self.learned.figure.tile if self.learned and self._part == len(PARTS) else (0, 0)
        self.show(board, [self._message, *blocks, [legend, keys]], focus)

    @property
    def _offer(self) -> str:
        """What the key does now."""
        if self._part == len(PARTS):
            return "play" if self.learned else RULES.offer.lower()
        if self._stage % 2:
            return RULES.offer.lower() if self._part + 1 == len(PARTS) else "go on"
        return PARTS[self._part][0].offer.lower()

    def _shown(self, part: Exhibit | None, board: BoardDrawing) -> list[list[Text]]:
        """The words of a proof or a split tree."""
        if part is None:
            return []
        asked = [Text(part.part.title, "bold"), Text(part.part.question)]
        if not self._stage % 2:
            board.mark([part.decision.move.cell], ADVISED)
            return [asked]
        board.decision(part.decision, ADVISED)
        tree: list[Text] = []
        if isinstance(part.decision.effort, Splits):
            tree = [Text(line) for line in part.decision.effort.tree.lines()]
        return [asked, story.advice_lines(part.decision)[:2], tree]

    def _rule(self, board: BoardDrawing) -> list[list[Text]]:
        """The words of the lesson."""
        asked = [Text(RULES.title, "bold"), Text(RULES.question)]
        learned, search = self.learned, self._search
        if learned is not None:
            figure = learned.figure
            board.mark(figure.clues, CLUE)
            board.mark([figure.tile], ADVISED)
            head = Text(
                f"learned from {self._examples} examples: {story.cell_words(figure.tile)} is "
            )
            head.append("safe" if figure.verdict == "safe" else "a mine", "bold green3")
            clause = Text(str(learned.clause), "bold")
            rest = "The first of many rules: Machine learns on the page (sapper serve) shows the others."
            return [
                asked,
                [head, clause, Text(story.prose(figure.words))],
                [Text(rest, story.FADED)],
            ]
        if self._example is None:
            return [asked]
        board.mark([self._example.cell], ADVISED)
        lines = [Text(f"{self._examples} examples")]
        if search is not None:
            covered = search.positives - search.left
            lines.append(Text(f"{covered} of {search.positives} safe cells covered"))
        return [asked, lines]

    def refused(self, error: SapperError) -> None:
        """Show why something could not be done."""
        self._message = [Text(story.prose(str(error)), story.NOTE)]
        self.redraw()

    def on_board_widget_pressed(self, event: BoardWidget.Pressed) -> None:
        """Go on, wherever one clicks."""
        self.host.press("next")

    def do_next(self) -> None:
        """Show the answer, or the next part; after the last, Play."""
        self._message = []
        if self._part == len(PARTS):
            if self.learned is not None:
                self.host.press("view-play")
            else:
                self._learn()
            return
        self._stage += 1
        if self._part == len(PARTS):
            self.learned = self._example = None
            self.changed()
            self._learn()
        else:
            self._load()

    def do_settings(self) -> None:
        """Say where games are set up."""
        raise SapperError("games are set up in Play and Watch")
