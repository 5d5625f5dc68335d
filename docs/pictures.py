"""Draws the pictures of the documentation from what the program answers.

``./uvw run python docs/pictures.py`` writes them; a test says when one is old.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parent))  # for the module below, wherever this is called from

from drawing import SMALL, Piece, below, beside, board, boxed, card, tree, words

import sapper
from sapper.arena.game import turns
from sapper.errors import plural
from sapper.limited.answer import Case
from sapper.notation import find_world
from sapper.planning import Budget, Search, playout
from sapper.players.belief_model import BeliefModel, Outlook, myopic
from sapper.players.bssuct import SETTINGS
from sapper.players.mio import Why as LearnedWhy
from sapper.players.mio_view import Mines, members

DOCS = Path(__file__).parent
SEED = 1  #: a beginner's game that needs no guess: the first lesson
CORNER = sapper.Position.parse("4x2x2\nHHHH\n1221")  #: the 1221 of every lesson
GUESS = sapper.Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
SIMULATIONS = 2000
GOLDEN = "easy-20-0"  #: a world of Daggers & Gold, dealt from seed 20
LETTERS = 58  #: the longest line of words


def decided(recipe: str, position: sapper.Position) -> sapper.Decision:
    """What a player decides in a position."""
    decision = sapper.player(recipe).begin(sapper.Chance(1))(position)
    assert isinstance(decision, sapper.Decision)
    return decision


def reasoned(position: sapper.Position, decision: sapper.Decision, title: str) -> str:
    """A move with the clues that prove it, and the sentence."""
    reason = decision.reason
    told = textwrap.wrap(reason.words, LETTERS)
    picture = below(
        board(position, clues=reason.clues, safe=[decision.move.cell], mines=reason.mines),
        below(words(f"{decision.move}: {decision.strategy}", kind="bold"), words(*told), gap=2),
    )
    return card(picture, title)


def hint() -> str:
    """The first move of the first lesson that has a proof."""
    level = sapper.LEVELS["beginner"]
    deal = sapper.Deal.seeded(level.grid, level.mines, SEED)
    first = next(turns("csp", sapper.Rules(), deal)).after
    return reasoned(first, decided("csp", first), "A safe cell and the clues that prove it")


def gold() -> str:
    """The first gold that agent 3 finds by several signs in a small world."""
    world = find_world(GOLDEN)
    for turn in turns("logic3", world.rules, world.deal, sapper.Chance(1)):
        if turn.step.decision.strategy == "gold-sat":
            return reasoned(turn.before, turn.step.decision, "Gold found by the marks beside it")
    raise SystemExit(f"{GOLDEN} has no such move any more: take another world")


def learned_rule() -> str:
    """The paper's rule S-3 where it decides: the sets that it speaks of, one board each."""
    decision = decided("mio", CORNER)
    assert isinstance(decision.why, LearnedWhy)
    firing = decision.why.firing
    boards = [
        below(
            board(CORNER, SMALL, within=[CORNER.grid.cell(i) for i in members(value.cells)]),
            words(f"{name}: {plural(value.mines, 'mine')}"),
            gap=6,
        )
        for name, value in sorted(firing.values)
        if isinstance(value, Mines)
    ]
    clause = textwrap.wrap(str(firing.rule.clause), LETTERS, break_on_hyphens=False)
    picture = below(
        board(CORNER, clues=decision.reason.clues, safe=[decision.move.cell]),
        words(f"{firing.rule.name}: {list(decision.move.cell)} is safe", kind="bold"),
        words(*clause, kind="code few"),
        beside(*boards, gap=26),
    )
    return card(picture, f"The learned rule {firing.rule.name} at work on a small board")


def split_tree() -> str:
    """What limited belief splits to show that a cell is safe."""
    decision = decided("limited", CORNER)
    root: Case = decision.why.tree()  # type: ignore[union-attr]
    shown = board(CORNER, clues=decision.reason.clues, safe=[decision.move.cell])
    head = below(shown, words(f"split {root.term}: a mine, or safe?", kind="bold"), centred=True)
    return card(tree(head, [_case(case) for case in root.cases]), "A split tree of level 1")


def _case(case: Case) -> Piece:
    """What a case assumes, what follows from it, and how it ends."""
    end = "a contradiction: this cannot be" if case.contradiction else "what was asked is so"
    lines = [words(f"if {', '.join(case.assumed)}", kind="bold")]
    if case.learned:
        lines.append(words(*(f"then {told}" for told in case.learned)))
    return boxed(below(*lines, words(end, kind="few"), gap=2), best=not case.contradiction)


def search_tree() -> str:
    """The tree that ``bssuct`` grows over a guess: its candidates, and what they may show."""
    model = BeliefModel(GUESS.grid, GUESS.mines, GUESS.rules)
    state = model.outlook(GUESS, GUESS.hidden)
    search = Search(model, state, playout(model, myopic), SETTINGS, model)
    search.run(Budget(SIMULATIONS), sapper.Chance(1))
    found = search.summary(decisions=2, least=2)
    best = max(found.candidates, key=lambda candidate: candidate.visits)
    branches = [
        tree(
            boxed(
                words(
                    f"open {list(GUESS.grid.cell(candidate.action))}",
                    f"{candidate.visits:,} visits",
                    f"wins {100 * candidate.mean:.1f} %",
                ),
                best=candidate is best,
            ),
            [_shown(answer.outcome, answer.draws) for answer in candidate.replies[:3]],
        )
        for candidate in found.candidates[:3]
    ]
    head = below(board(GUESS), words(f"{found.visits:,} simulations", kind="bold"), centred=True)
    return card(tree(head, branches, gap=26), "A search tree with its visits")


def _shown(state: Outlook, draws: int) -> Piece:
    """What a guess was answered, all that is safe then opened, and how often."""
    if not state.cells:
        return below(words("a mine"), words(f"{draws:,} ×", kind="few"), gap=2, centred=True)
    after = sapper.Position(GUESS.grid, GUESS.rules, GUESS.mines, state.cells)
    told = [words(f"{draws:,} ×", kind="few")]
    if state.won:
        told.insert(0, words("won"))
    return below(board(after, SMALL), *told, gap=2, centred=True)


#: The files, and what draws them.
PICTURES: dict[str, Callable[[], str]] = {
    "pictures/hint.svg": hint,
    "pictures/gold.svg": gold,
    "pictures/learned-rule.svg": learned_rule,
    "pictures/split-tree.svg": split_tree,
    "pictures/search-tree.svg": search_tree,
}

if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (DOCS / name).write_text(picture(), encoding="utf-8")
