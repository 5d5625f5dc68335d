from sapper_lab.bounds.bounds import Bounds as Bounds, bounds as bounds
from sapper_lab.experiment import experiment as experiment
from sapper.arena.match import MatchInterrupted as MatchInterrupted, match as match
from sapper.arena.match import play as play
from sapper.arena.match import MatchResult as MatchResult
from sapper.arena.solution import Solution as Solution, solve as solve
from sapper_lab.opening import OpeningResult as OpeningResult, opening as opening
from sapper_lab.plan import Plan as Plan
from sapper_agents.companions import believe as believe, learn as learn
from sapper.errors import (
    BudgetError as BudgetError,
    IllegalMoveError as IllegalMoveError,
    ImpossiblePositionError as ImpossiblePositionError,
    InputError as InputError,
    NotationError as NotationError,
    RecipeError as RecipeError,
    RulesError as RulesError,
    SapperError as SapperError,
    StrategyError as StrategyError,
)
from sapper.explanations import (
    Explanation as Explanation,
    difficulty as difficulty,
    easiest as easiest,
    explain_all as explain_all,
)
from sapper.game import (
    LEVELS as LEVELS,
    Cell as Cell,
    Chance as Chance,
    Deal as Deal,
    Grid as Grid,
    Level as Level,
    Move as Move,
    Position as Position,
    Rules as Rules,
    World as World,
)
from sapper.game.codes import (
    BLOCKED as BLOCKED,
    FLAGGED as FLAGGED,
    GOLD as GOLD,
    HIDDEN as HIDDEN,
    MINE as MINE,
)
from sapper.inference import Analysis as Analysis, analyse as analyse, analyze as analyze
from sapper.inference.many import Analyses as Analyses, analyse_many as analyse_many
from sapper.notation.pasted.position import (
    ReadPosition as ReadPosition,
    read_position as read_position,
)
from sapper_lab.perfect.search import Optimum as Optimum, optimum as optimum
from sapper.players import (
    Decision as Decision,
    Pass as Pass,
    Player as Player,
    Reason as Reason,
    player as player,
    use_strategies as use_strategies,
)
from sapper.records.files import load as load
from sapper.records import Step as Step
from sapper.records import Game as Game
from sapper.records import Record as Record
from sapper.reviews.candidates import (
    Candidate as Candidate,
    Candidates as Candidates,
    candidates as candidates,
)
from sapper.reviews.comparison import explain as explain
from sapper.reviews.position_report import suggest as suggest
from sapper.reviews.findings import Review as Review
from sapper.reviews.review import review as review
from sapper.version import __version__ as __version__

__all__: list[str]
