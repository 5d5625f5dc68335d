"""Rules as set operations say what the learner's evaluation says, tile by tile."""

from __future__ import annotations

import pytest

from mio import Clause, holds, parse_theory
from sapper.errors import InputError
from sapper.game import FLAGGED, Level, Position
from sapper.inference import analyse
from sapper.kernel import Chance
from sapper_agents.mio import PAPER, Rule, RuleView, all_firings, background, members, opened, ruled
from sapper_agents.mio.mio import rules

#: Rules in which every predicate occurs, sets are bound twice, and numbers are compared.
ODD = parse_theory(
    """
    safe(T,B) :- totalMinesLeft(B,N), zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S),
        minesInSet(S,1), minesInSet(S,N).
    safe(T,B) :- zoneOfInterest(T,B,Z), allMinesInFringe(B,S), setHasXMines(C,B,Z,R),
        diffSetHasXMines(S,R,Q), inSet(T,Q), minesInSet(Q,0).
    mine(T,B) :- totalMinesLeft(B,N), zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,R),
        setHasXMines(C,B,Z,S), minesInSet(S,N), inSet(T,R), lengthSet(S,N).
    mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S), setHasXMines(D,B,Z,R),
        diffSetHasXMines(S,R,Q), minesInSet(Q,N), minesInSet(S,N), inSet(T,R).
    safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S), setHasXMines(D,B,Z,R),
        setHasXMines(E,B,Z,Q), diffSetHasXMines(S,R,Q), minesInSet(R,1).
    """
)


def positions(count: int) -> list[tuple[Position, frozenset[int]]]:
    """Random positions, on some of them some of the certain mines known."""
    chance = Chance(11)
    found = []
    for number in range(count):
        position = opened(Level.parse(("beginner8", "5x5x4", "4x7x4")[number % 3]), chance)
        mines = map(position.grid.index, analyse(position).certain_mines)
        known = frozenset(i for i in mines if number % 2 and chance.random() < 0.6)
        found.append((position, known))
    return found


def marked(position: Position, known: frozenset[int]) -> str:
    cells = bytearray(position.cells)
    for index in known:
        cells[index] = FLAGGED
    return str(Position(position.grid, position.rules, position.mines, bytes(cells)))


def view(position: Position, known: frozenset[int]) -> RuleView:
    bits = sum(1 << index for index in known)
    return RuleView(position, bits)


@pytest.mark.parametrize("clause", [*PAPER.values(), *ODD], ids=lambda clause: str(clause)[:4])
def test_rules_fire_where_their_clauses_hold(clause: Clause) -> None:
    known = background()
    fired = 0
    for position, mines in positions(36):
        seen, text = view(position, mines), marked(position, mines)
        tiles = members(seen.covered)
        held = holds(known, [clause], [(tile, text) for tile in tiles])
        found = Rule("", clause).firings(seen)
        assert set(found) == {tile for tile, true in zip(tiles, held, strict=True) if true}
        fired += len(found)
    assert fired > 0


@pytest.mark.parametrize("name", ["paper", "larger"])
def test_what_the_packaged_rules_say_is_true(name: str) -> None:
    for position, mines in positions(60):
        found = analyse(position)
        certain = {"safe": found.safe, "mine": found.certain_mines}
        for firing in all_firings(rules(name), view(position, mines)):
            assert position.grid.cell(firing.tile) in certain[firing.rule.target]


def test_a_firing_tells_values_that_make_the_rule_true() -> None:
    position = Position.parse("4x3x2\nHHHH\n1111\n0000")
    firings = Rule("S-2", PAPER["S-2"]).firings(view(position, frozenset()))
    assert set(firings) == {1, 2}
    values = dict(firings[2].values)
    assert (values["C"], values["D"]) == firings[2].clues == (5, 4)
    assert values["S"] == (0b0111, 1)
    assert values["R"] == (0b0011, 1)
    assert values["Q"] == (0b0100, 0)


def test_flags_say_nothing() -> None:
    flagged, plain = (Position.parse(f"4x3x2\n{row}\n1221\n0000") for row in ("FHHH", "HHHH"))
    rule = Rule("S-2", PAPER["S-2"])
    assert rule.firings(view(flagged, frozenset())) == rule.firings(view(plain, frozenset()))


def test_the_most_specific_rules_come_first_and_get_their_names() -> None:
    assert [rule.name for rule in ruled([*reversed(PAPER.values())])] == [*PAPER]
    assert [str(r.clause) for r in ruled([*PAPER.values()])] == [*map(str, PAPER.values())]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gold(T,B) :- zoneOfInterest(T,B,Z).", "is not about safe"),
        ("safe(T,T) :- zoneOfInterest(T,T,Z).", "is not about safe"),
        ("safe(T,B) :- lucky(T).", "unknown predicate in a rule: lucky"),
        ("safe(T,B) :- zoneOfInterest(T,B,Z), inSet(T,S).", r"binds no input of inSet\(T,S\)"),
        ("safe(T,B) :- zoneOfInterest(U,B,Z).", "U is not the head's tu"),
        ("safe(T,B) :- totalMinesLeft(B,0).", "0 cannot stand for -int"),
    ],
)
def test_rules_that_make_no_sense_are_told(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Rule("", Clause.parse(text))


def test_rules_about_clues_need_no_number_of_mines() -> None:
    """The paper's rules say the same without it; those about it say nothing (figure 1)."""
    whole = 0
    for position, mines in positions(30):
        first, *rows = str(position).splitlines()
        unknown = Position.parse("\n".join([f"{first.rpartition('x')[0]}x?", *rows]))
        for rule in (*rules("paper"), *rules("larger")):
            with_total, without = (set(rule.firings(view(p, mines))) for p in (position, unknown))
            assert without == (set() if rule.whole else with_total)
            whole += len(with_total) if rule.whole else 0
            held = holds(background(), [rule.clause], [(tile, str(unknown)) for tile in without])
            assert mines or all(held)
    assert whole > 0
