"""Random games, and records, which the tests of records write down and read back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from hypothesis import strategies as st

from sapper.errors import InputError
from sapper.game import Chance, Move, Position, Referee, World
from sapper.notation import Change, Entry, Marks, Variations, marks_of
from sapper.players import Decision, Pass, Reason
from sapper.records import Game, Record, Step, Tree, positions_of
from tests.strategies import deals, grids, legal, room, rules

WORDS = st.text(max_size=30) | st.sampled_from(
    ["a } brace", "\\", "{", "two\nlines", "<script>alert(1)</script>", "(1. open [0, 0]) *", "@ é"]
)
EDITS = ["undo", "undo", "redo", "next_variation", "comment", "mark", "promote", "delete", "visit"]
RECIPES = st.sampled_from(["", "csp", "own > random"])
COMMANDS = st.lists(st.sampled_from(["move"] * 6 + ["take"] * 3 + EDITS), max_size=16)


BOARD = Position.parse("4x3x2\nHHHH\n1221\n00#0")


@st.composite
def boards(draw: st.DrawFn) -> World:
    """A deal on any grid under any rules, with gold, and hints for every third world."""
    grid, under = draw(grids()), draw(rules())
    if room(grid, under) < 0:
        under = replace(under, first="safe")
    deal = draw(deals(st.just(grid), most=room(grid, under), firsts=[under.first]))
    cells = [grid.cell(index) for index in grid.playable]
    hints = draw(st.lists(st.sampled_from(cells), max_size=2, unique=True))
    name = draw(st.sampled_from(["", "", "a world"]))
    return World(name, deal, under, tuple(hints) if draw(st.integers(0, 2)) == 0 else ())


@st.composite
def decisions(draw: st.DrawFn, position: Position, move: Move) -> Decision:
    """What a player may decide and say."""
    cells = st.lists(st.sampled_from([*position]), max_size=2).map(tuple)
    figures = st.none() | st.floats(0, 1)
    return Decision(
        move,
        draw(st.sampled_from(["csp", "own"])),
        Reason("kind", draw(WORDS), draw(cells), draw(cells), (((0, 0), draw(st.floats(0, 1))),)),
        draw(figures),
        draw(st.sampled_from([0.0, 0.25])),
        draw(st.sampled_from([(), (Pass("sat", "nothing is proved"),)])),
    )


@st.composite
def marks(draw: st.DrawFn, position: Position) -> Marks:
    """Marks and arrows on a board."""
    cells = st.sampled_from([*position])
    arrows = st.tuples(cells, cells).filter(lambda arrow: arrow[0] != arrow[1])
    many = len(position.cells) > 1
    return marks_of(
        draw(st.lists(cells, max_size=3)), draw(st.lists(arrows, max_size=2)) if many else ()
    )


@st.composite
def played(
    draw: st.DrawFn, commands: st.SearchStrategy[list[str]] = COMMANDS, *, alone: bool = False
) -> Game:
    """A game with moves of a person and, unless ``alone``, of players, some undone and made again,
    at known times or not, with comments, marks and variations."""
    game = Game(draw(boards()), draw(st.integers(0, 9)), draw(st.integers(0, 2)))
    at = pause = 0.0
    if not alone:
        game.name, game.recipe = draw(st.sampled_from(["you", "Ann B."])), draw(RECIPES)
        at, pause = draw(st.sampled_from([(0.0, 0.0), (1.7e9, 0.75)]))
    for command in draw(commands):
        number = draw(st.sampled_from([node.number for node in game.tree.root.preorder()]))
        moves, at = legal(game.position), at + pause
        with suppress(InputError):
            match command:
                case "move" if moves:
                    path = () if alone else draw(st.sampled_from([(), ((40, (0, 0)), (0, (0, 0)))]))
                    game.play(draw(st.sampled_from(moves)), at, path)
                case "take" if moves and not alone:
                    decision = draw(decisions(game.position, draw(st.sampled_from(moves))))
                    game.take(decision, draw(st.sampled_from(["csp", 'own ("x")'])), at)
                case "comment":
                    game.comment(number, draw(WORDS))
                case "mark":
                    game.mark(number, draw(marks(game.position)))
                case "promote" | "delete" | "visit":
                    getattr(game, command)(number)
                case "undo" | "redo" | "next_variation":
                    getattr(game, command)()
    return game


@st.composite
def trees(draw: st.DrawFn) -> Tree[Position]:
    """A tree of positions with comments and marks."""
    tree = Tree(BOARD)
    for _ in range(draw(st.integers(0, 6))):
        tree.visit(draw(st.sampled_from(list(tree.root.preorder()))))
        cell, mines = draw(st.sampled_from([*BOARD])), draw(st.none() | st.integers(0, 3))
        change = Change(((cell, draw(st.sampled_from("HF012*"))),), mines)
        moves = (Entry.of(0, change),)
        alone = Variations(kind="position", start=str(tree.here.value), moves=moves)
        with suppress(InputError):
            after = positions_of(alone).here.value
            if after != tree.here.value:
                tree.add(after)
        with suppress(InputError):
            tree.remark(tree.here, draw(WORDS))
        tree.here.marks = draw(marks(BOARD))
    return tree


def recorded(referee: Referee, luck: int) -> Record:
    """A game of the same deal, by random moves of every kind."""
    game, chance, steps = Referee(referee.deal, referee.rules), Chance(luck), []
    for _ in range(12):
        moves = legal(game.position)
        if not moves:
            break
        move = chance.choice(moves)
        decision = Decision(move, "any", Reason("whim", "why not"), None)
        game.play(move)
        steps.append(Step(decision, game.opened))
    outcome = game.position.outcome
    ended = "unfinished" if outcome == "playing" else outcome
    return Record("any", referee.rules, referee.deal, tuple(steps), ended)
