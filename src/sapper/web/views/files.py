"""The contents of a file that a visitor drops, as JSON for the page."""

from __future__ import annotations

from typing import Any

from sapper.game import Deal, Position
from sapper.notation.pictures.board import PictureBoard, is_picture, read_picture
from sapper.players import player as read_recipe
from sapper.records.files import read_any
from sapper.records.record import Record
from sapper.study.session.opened import opened_tree, session_of
from sapper.study.session.session import Session
from sapper.study.tree import Tree
from sapper.web.analysis.analysis import analysis_json
from sapper.web.http.limits import check_size
from sapper.web.views.showing import replay_json
from sapper.web.views.trees import game_positions_json, positions_json
from sapper.web.views.views import truth_json


def shown_file(data: bytes, name: str, player: str, cells: int, seconds: float) -> dict[str, Any]:
    """Read a file: a game becomes ``{"replay": …, "record": …, "tree": …}``, a tree of positions
    ``{"tree": …}`` and anything else an analysis.

    For a board whose mines are known, ``truth`` is added to the analysis. Raises ``InputError`` if
    the file cannot be read, or its board has more than ``cells`` cells.
    """
    if is_picture(data):
        return _shown_picture(read_picture(data), player, cells, seconds)
    found = opened_tree(data, read_recipe(player)) or read_any(data, name)
    if isinstance(found, Tree):
        check_size(found.root.value.grid, cells)
        return positions_json(found)
    if isinstance(found, Record):
        check_size(found.deal.grid, cells)
        found = session_of(found, read_recipe(player))
    if isinstance(found, Session):
        check_size(found.position.grid, cells)
        record = found.record()
        return {
            "replay": replay_json(record),
            "record": record.text,
            **game_positions_json(found),
        }
    check_size(found.grid, cells)
    if isinstance(found, Position):
        return analysis_json(found, player, seconds)
    return {
        **analysis_json(Position.start(found.grid, found.mines), player, seconds),
        "truth": deal_truth(found),
    }


def _shown_picture(board: PictureBoard, player: str, cells: int, seconds: float) -> dict[str, Any]:
    """The analysis of the board in a picture, and what its reader is not sure of."""
    check_size(board.grid, cells)
    picture = {
        "doubtful": board.doubtful,
        "mines_known": board.level_mines is not None,
        "words": board.words,
    }
    return {**analysis_json(board.assumed(), player, seconds), "picture": picture}


def deal_truth(deal: Deal) -> dict[str, Any]:
    """Return the mines of a deal all of whose mines are given."""
    mines = deal.mine_cells(deal.grid.corner, "any")
    return truth_json(map(deal.grid.cell, mines), ())
