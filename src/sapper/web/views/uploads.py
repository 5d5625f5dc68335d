"""Files from visitors, as JSON for the page."""

from __future__ import annotations

from msgspec.structs import replace

from sapper.errors import InputError
from sapper.game import Deal, Position
from sapper.notation.pictures.picture import PictureBoard, is_picture, read_picture
from sapper.notation.studies import is_study
from sapper.notation.variations.plain import fields_of
from sapper.players import player as read_recipe
from sapper.records.files import Readable, read_any
from sapper.records.record import Record
from sapper.study.session.opened import opened_tree, session_of
from sapper.study.session.session import Session
from sapper.study.session.variations import positions_of_game
from sapper.study.tree import Tree
from sapper.web.http.limits import check_size
from sapper.web.views.analysis import AnalysisJson, PictureJson
from sapper.web.views.board import BoardJson, TruthJson
from sapper.web.views.replay import ReplayJson
from sapper.web.views.trees import ReadTreeJson


class ReadGameJson(ReadTreeJson, kw_only=True):
    """A file that contains a game: its current line, its record, and its tree as positions."""

    replay: ReplayJson
    record: str

    @classmethod
    def of_session(cls, session: Session) -> ReadGameJson:
        """Return the game of a session."""
        record = session.record()
        return cls(
            replay=ReplayJson.of(record),
            record=record.text,
            board=BoardJson.of(session.start.value.after),
            tree=fields_of(positions_of_game(session)),
        )


def shown_file(
    data: bytes, name: str, player: str, cells: int, seconds: float
) -> AnalysisJson | ReadGameJson | ReadTreeJson:
    """Read a file: a game, a tree of positions, or anything else as an analysis.

    - ``data``, ``name``: the content and the name of the file.
    - ``player``: the recipe of the player that suggests moves.
    - ``cells``: the largest number of cells of a board.
    - ``seconds``: the time limit of an analysis.

    A board whose mines are known is analysed before its first move, with the ``truth``. Raises
    ``InputError`` if the file cannot be read, or its board has more than ``cells`` cells.
    """
    if is_study(data):
        raise InputError("this is a study: import it in Studies")
    if is_picture(data):
        return _shown_picture(read_picture(data), player, cells, seconds)
    content: Session | Tree[Position] | Readable
    content = opened_tree(data, read_recipe(player)) or read_any(data, name)
    if isinstance(content, Tree):
        check_size(content.root.value.grid, cells)
        return ReadTreeJson.of(content)
    if isinstance(content, Record):
        check_size(content.deal.grid, cells)
        content = session_of(content, read_recipe(player))
    if isinstance(content, Session):
        check_size(content.position.grid, cells)
        return ReadGameJson.of_session(content)
    check_size(content.grid, cells)
    if isinstance(content, Position):
        return AnalysisJson.of(content, player, seconds)
    start = Position.start(content.grid, content.mines)
    return replace(AnalysisJson.of(start, player, seconds), truth=deal_truth(content))


def _shown_picture(board: PictureBoard, player: str, cells: int, seconds: float) -> AnalysisJson:
    """Return the analysis of the board in a picture."""
    check_size(board.grid, cells)
    picture = PictureJson(board.doubtful, board.level_mines is not None, board.words)
    return replace(AnalysisJson.of(board.assumed(), player, seconds), picture=picture)


def deal_truth(deal: Deal) -> TruthJson:
    """Return the mines of a deal all of whose mines are given."""
    mines = deal.mine_cells(deal.grid.corner, "any")
    return TruthJson.of(map(deal.grid.cell, mines))
