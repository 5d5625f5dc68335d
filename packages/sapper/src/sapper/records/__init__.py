"""Games that were played: trees of moves, their steps, their records, and their files."""

from sapper.records.game import (
    HINT,
    SEVERAL,
    Game,
    GameNode,
    Played,
    own_move,
    players_of,
)
from sapper.records.record import (
    DecisionFields,
    PassFields,
    Record,
    WholeDecision,
    changes,
    code,
    codes,
    is_of_person,
)
from sapper.records.step import LONGEST_PATH, PEOPLE, YOU, Step
from sapper.records.tree import (
    Node,
    Tree,
    change_between,
    positions_of,
    same_board,
    variations_of,
)

__all__ = [
    "HINT",
    "LONGEST_PATH",
    "PEOPLE",
    "SEVERAL",
    "YOU",
    "DecisionFields",
    "Game",
    "GameNode",
    "Node",
    "PassFields",
    "Played",
    "Record",
    "Step",
    "Tree",
    "WholeDecision",
    "change_between",
    "changes",
    "code",
    "codes",
    "is_of_person",
    "own_move",
    "players_of",
    "positions_of",
    "same_board",
    "variations_of",
]
