"""What a file that a visitor drops holds, as the page shows it."""

from __future__ import annotations

from typing import Any

from sapper.game import Deal, Position
from sapper.records.reading import read_any
from sapper.records.record import Record
from sapper.web.analysis import analysis_json
from sapper.web.limits import check_size
from sapper.web.showing import replay_json
from sapper.web.views import truth_json


def shown_file(data: bytes, name: str, player: str, cells: int, seconds: float) -> dict[str, Any]:
    """A replay or record as ``{"replay": …}``, anything else as an analysis; a board whose mines
    are known has its ``truth`` beside that. Raises ``InputError`` for what cannot be read, or is
    larger than ``cells``."""
    found = read_any(data, name)
    grid = found.deal.grid if isinstance(found, Record) else found.grid
    check_size(grid, cells)
    if isinstance(found, Record):
        return {"replay": replay_json(found)}
    if isinstance(found, Position):
        return analysis_json(found, player, seconds)
    return {
        **analysis_json(Position.start(found.grid, found.mines), player, seconds),
        "truth": deal_truth(found),
    }


def deal_truth(deal: Deal) -> dict[str, Any]:
    """Where the mines of a deal lie that were all given."""
    mines = deal.mine_cells(deal.grid.corner, "any")
    return truth_json(map(deal.grid.cell, mines), ())
