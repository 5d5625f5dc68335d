r"""sapper plays Minesweeper, says why, and lets people analyse and experiment.

>>> import sapper
>>> position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
>>> sapper.analyse(position).safe
((0, 0), (0, 3))

Every name is imported from its room when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.arena.game import play
    from sapper.arena.match import MatchInterrupted, match
    from sapper.arena.result import MatchResult
    from sapper.errors import (
        BudgetError,
        IllegalMoveError,
        ImpossiblePositionError,
        InputError,
        NotationError,
        RecipeError,
        RulesError,
        SapperError,
        StrategyError,
    )
    from sapper.game import (
        LEVELS,
        Cell,
        Chance,
        Deal,
        Grid,
        Level,
        Move,
        Position,
        Referee,
        Rules,
        World,
    )
    from sapper.inference import Analysis, analyse
    from sapper.players import Decision, Pass, Player, Reason, player
    from sapper.records.record import Record, Step

    __version__: str

__all__ = [
    "LEVELS",
    "Analysis",
    "BudgetError",
    "Cell",
    "Chance",
    "Deal",
    "Decision",
    "Grid",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "InputError",
    "Level",
    "MatchInterrupted",
    "MatchResult",
    "Move",
    "NotationError",
    "Pass",
    "Player",
    "Position",
    "Reason",
    "RecipeError",
    "Record",
    "Referee",
    "Rules",
    "RulesError",
    "SapperError",
    "Step",
    "StrategyError",
    "World",
    "__version__",
    "analyse",
    "match",
    "play",
    "player",
]

_ROOMS = {
    "arena.game": "play",
    "arena.match": "MatchInterrupted match",
    "arena.result": "MatchResult",
    "errors": (
        "BudgetError IllegalMoveError ImpossiblePositionError InputError NotationError "
        "RecipeError RulesError SapperError StrategyError"
    ),
    "game": "LEVELS Cell Chance Deal Grid Level Move Position Referee Rules World",
    "inference": "Analysis analyse",
    "players": "Decision Pass Player Reason player",
    "records.record": "Record Step",
}

if not TYPE_CHECKING:  # a type checker shall know exactly the names above

    def __getattr__(name: str) -> object:
        if name == "__version__":
            found = _version()
        else:
            room = next((room for room, names in _ROOMS.items() if name in names.split()), None)
            if room is None:
                raise AttributeError(f"module 'sapper' has no attribute '{name}'")
            from importlib import import_module

            found = getattr(import_module(f"sapper.{room}"), name)
        globals()[name] = found
        return found


def _version() -> str:
    """The version installed; a plain source tree has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("sapper")
    except PackageNotFoundError:
        return "0+source"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
