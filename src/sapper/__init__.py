r"""sapper plays Minesweeper, says why, and lets people analyse and experiment.

>>> import sapper
>>> position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
>>> sapper.analyse(position).safe
((0, 0), (0, 3))

Every name is imported from its package when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.arena.bounds.bounds import Bounds, bounds
    from sapper.arena.experiment.experiment import experiment
    from sapper.arena.match.match import MatchInterrupted, match
    from sapper.arena.match.playing import play
    from sapper.arena.match.result import MatchResult
    from sapper.arena.opening import OpeningResult, opening
    from sapper.arena.plan.plan import Plan
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
    from sapper.explanations import Explanation, difficulty, explain, explain_all
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
    from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
    from sapper.inference import Analysis, analyse, analyze
    from sapper.inference.many import Analyses, analyse_many
    from sapper.limited.believe import believe
    from sapper.perfect.search import Optimum, optimum
    from sapper.players import Decision, Pass, Player, Reason, player, use_strategies
    from sapper.records.game import Step
    from sapper.records.record import Record
    from sapper.study.candidates import Candidate, Candidates, candidates
    from sapper.study.findings import suggest
    from sapper.study.learner.learned import LearnedTask, learn
    from sapper.study.review.findings import Review
    from sapper.study.review.review import review

    __version__: str

__all__ = [
    "BLOCKED",
    "FLAGGED",
    "GOLD",
    "HIDDEN",
    "LEVELS",
    "MINE",
    "Analyses",
    "Analysis",
    "Bounds",
    "BudgetError",
    "Candidate",
    "Candidates",
    "Cell",
    "Chance",
    "Deal",
    "Decision",
    "Explanation",
    "Grid",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "InputError",
    "LearnedTask",
    "Level",
    "MatchInterrupted",
    "MatchResult",
    "Move",
    "NotationError",
    "OpeningResult",
    "Optimum",
    "Pass",
    "Plan",
    "Player",
    "Position",
    "Reason",
    "RecipeError",
    "Record",
    "Referee",
    "Review",
    "Rules",
    "RulesError",
    "SapperError",
    "Step",
    "StrategyError",
    "World",
    "__version__",
    "analyse",
    "analyse_many",
    "analyze",
    "believe",
    "bounds",
    "candidates",
    "difficulty",
    "experiment",
    "explain",
    "explain_all",
    "learn",
    "match",
    "opening",
    "optimum",
    "play",
    "player",
    "review",
    "suggest",
    "use_strategies",
]

_PACKAGES = {
    "arena.bounds.bounds": "Bounds bounds",
    "arena.experiment.experiment": "experiment",
    "arena.match.playing": "play",
    "arena.match.match": "MatchInterrupted match",
    "arena.match.result": "MatchResult",
    "arena.opening": "OpeningResult opening",
    "arena.plan.plan": "Plan",
    "errors": (
        "BudgetError IllegalMoveError ImpossiblePositionError InputError NotationError "
        "RecipeError RulesError SapperError StrategyError"
    ),
    "explanations": "Explanation difficulty explain explain_all",
    "game": "LEVELS Cell Chance Deal Grid Level Move Position Referee Rules World",
    "inference": "Analysis analyse analyze",
    "inference.many": "Analyses analyse_many",
    "game.codes": "BLOCKED FLAGGED GOLD HIDDEN MINE",
    "limited.believe": "believe",
    "perfect.search": "Optimum optimum",
    "players": "Decision Pass Player Reason player use_strategies",
    "records.game": "Step",
    "records.record": "Record",
    "study.candidates": "Candidate Candidates candidates",
    "study.findings": "suggest",
    "study.learner.learned": "LearnedTask learn",
    "study.review.findings": "Review",
    "study.review.review": "review",
}

if not TYPE_CHECKING:  # a type checker should know exactly the names above

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from sapper.version import installed_version

            attribute = installed_version()
        else:
            package = next((p for p, names in _PACKAGES.items() if name in names.split()), None)
            if package is None:
                raise AttributeError(f"module 'sapper' has no attribute '{name}'")
            from importlib import import_module

            attribute = getattr(import_module(f"sapper.{package}"), name)
        globals()[name] = attribute
        return attribute


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
