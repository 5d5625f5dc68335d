"""Gold: where it lies, what opening it does, its signs, and worlds with it."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import (
    DAGGERS_AND_GOLD,
    GOLD,
    HIDDEN,
    MINE,
    SIZES,
    Deal,
    Fault,
    Grid,
    Position,
    Referee,
    Rules,
    Signs,
    seeded_world,
)
from tests.strategies import FIRSTS, deals, games, rules

CORNERS = Deal.of_mines(Grid(3, 3), frozenset({8}), frozenset({0}))  # a mine, and gold opposite
WORLDS = [seeded_world(size, seed) for size, seed in product(SIZES, range(150))]


def rows(position: Position) -> str:
    return " ".join(str(position).splitlines()[1:])


def corners(signs: str, *, zeros_open: bool = True, lives: int = 1) -> Referee:
    """A game of the corners."""
    how = Rules("any", zeros_open=zeros_open, lives=lives, signs=signs)  # type: ignore[arg-type]
    return Referee(CORNERS, how)


@given(deals(), st.data())
def test_gold_touches_no_mine_in_any_deal(deal: Deal, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(deal.grid.playable))
    promise = data.draw(st.sampled_from(FIRSTS))
    try:
        mines = deal.mine_indices(first, promise)
    except RulesError:
        return
    gold = deal.gold_indices(mines)
    assert len(gold) == deal.gold
    for index in gold:
        assert mines.isdisjoint((index, *deal.grid.neighbour_indices(index)))


@given(deals())
def test_the_deal_of_mines_and_gold_has_exactly_those(deal: Deal) -> None:
    mines = deal.mine_indices(deal.grid.playable[0], "any")
    gold = deal.gold_indices(mines)
    twin = Deal.of_mines(deal.grid, mines, gold)
    assert (twin.mine_indices(deal.grid.playable[0], "any"), twin.gold_indices(mines)) == (
        mines,
        gold,
    )


def test_over_all_orderings_gold_is_equally_likely_wherever_it_can_lie() -> None:
    grid, counts = Grid(6, 1), dict[tuple[frozenset[int], frozenset[int]], int]()
    for order in permutations(grid.playable):
        deal = Deal(grid, 1, order, gold=2)
        mines = deal.mine_indices(0, "any")
        laid = (mines, deal.gold_indices(mines))
        counts[laid] = counts.get(laid, 0) + 1
    for mines in {mines for mines, _ in counts}:
        assert len({count for laid, count in counts.items() if laid[0] == mines}) == 1


@pytest.mark.parametrize(
    ("gold", "sentence"),
    [
        ({4}, "gold at [1, 1] touches a mine"),
        ({0, 8}, "gold at [2, 2] touches a mine"),
    ],
)
def test_gold_beside_a_mine_is_no_deal(gold: set[int], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Deal.of_mines(Grid(3, 3), frozenset({8}), frozenset(gold))
    assert str(caught.value) == sentence


def test_more_gold_than_cells_is_no_deal() -> None:
    with pytest.raises(RulesError, match=f"{10**20} gold do not fit on 3 cells"):
        Deal(Grid(2, 2, blocked=frozenset({3})), 1, (0, 1, 2), gold=10**20)


def test_gold_without_room_changes_nothing() -> None:
    referee = Referee(Deal(Grid(3, 3), 1, (4, *range(4), *range(5, 9)), gold=1), Rules("any"))
    with pytest.raises(RulesError, match="1 gold do not fit on 0 cells that touch no mine"):
        referee.open((0, 0))
    assert (referee.moves_made, referee.mines, referee.gold) == (0, frozenset(), frozenset())


@given(games(max_moves=20))
def test_open_gold_shows_itself_and_nothing_else_does(referee: Referee) -> None:
    grid, position = referee.deal.grid, referee.position
    for index, code in enumerate(position.cells):
        if code < HIDDEN or code == GOLD:
            assert (code == GOLD) == (grid.cell(index) in referee.gold)


@given(games(max_moves=20))
def test_every_cell_tells_the_gold_it_should(referee: Referee) -> None:
    grid, position = referee.deal.grid, referee.position
    signs = position.signs or bytes(grid.size)
    for index, code in enumerate(position.cells):
        beside = sum(grid.cell(i) in referee.gold for i in grid.cardinal_indices(index))
        around = sum(grid.cell(i) in referee.gold for i in grid.neighbour_indices(index))
        marks = {"marks": beside, "all-marks": beside, "wide-marks": around}
        rule = position.rules.signs
        due = {"none": 0, "counts": around}.get(rule, min(marks.get(rule, 0), 1))
        shows = code < HIDDEN or (code == GOLD and rule in ("all-marks", "wide-marks"))
        assert signs[index] == (due if shows else 0)


@given(games(max_moves=20))
def test_every_mine_costs_a_life_and_every_gold_gives_one(referee: Referee) -> None:
    position = referee.position
    lives = referee.rules.lives - position.cells.count(MINE) + position.cells.count(GOLD)
    assert position.lives_left == lives
    assert (position.outcome == "lost") == (lives <= 0)


@given(games(max_moves=20))
def test_the_number_of_gold_is_told_where_the_rules_say_so(referee: Referee) -> None:
    known = referee.rules.gold_known
    assert referee.position.gold == (referee.deal.gold if known else None)


@given(games(rule=rules().filter(lambda how: how.signs != "none"), max_moves=20))
def test_undo_takes_signs_and_gold_back(referee: Referee) -> None:
    shown = [referee.position]
    while referee.moves_made:
        shown.append(referee.undo())
    for position in shown[:-1]:
        assert len(position.signs) == referee.deal.grid.size
    assert not any(shown[-1].signs)
    assert GOLD not in shown[-1].cells


@pytest.mark.parametrize(
    ("signs", "shown"),
    [("none", "G00 011 01H"), ("marks", "Ga0 a11 01H"), ("counts", "Ga0 ab1 01H")],
)
def test_gold_opens_its_neighbours_which_tell_of_it(signs: str, shown: str) -> None:
    position = corners(signs).open((0, 0))
    assert rows(position) == shown
    assert (position.outcome, position.lives_left) == ("won", 2)


def test_where_zeros_stay_closed_so_do_the_neighbours_of_gold() -> None:
    referee = corners("marks", zeros_open=False)
    assert rows(referee.open((0, 0))) == "GHH HHH HHH"
    assert rows(referee.open((0, 1))) == "GaH HHH HHH"
    assert rows(referee.open((1, 1))) == "GaH H1H HHH"
    assert referee.position.faults() == ()


def test_open_gold_beside_gold_is_marked() -> None:
    deal = Deal.of_mines(Grid(4, 2), frozenset({7}), frozenset({0, 1, 4}))
    shown: dict[Signs, str] = {"marks": "GGHH GHHH", "all-marks": "(G+1)(G+1)HH (G+1)HHH"}
    for signs, expected in shown.items():
        referee = Referee(deal, Rules("any", zeros_open=False, signs=signs))
        for cell in ((0, 0), (0, 1), (1, 0)):
            referee.open(cell)
        assert rows(referee.position) == expected
        assert Position.parse(str(referee.position)) == referee.position
        assert referee.position.faults() == ()


def test_wide_marks_look_at_all_eight_neighbours() -> None:
    deal = Deal.of_mines(Grid(4, 2), frozenset({7}), frozenset({0}))
    referee = Referee(deal, Rules("any", zeros_open=False, signs="wide-marks"))
    assert rows(referee.open((1, 1))) == "HHHH HaHH"
    assert rows(referee.open((0, 0))) == "GHHH HaHH"


def test_a_chord_on_gold_opens_its_neighbours() -> None:
    referee = corners("marks", zeros_open=False)
    referee.open((0, 0))
    assert rows(referee.chord((0, 0))) == "GaH a1H HHH"


def test_a_zero_opens_gold_beside_it_and_what_lies_behind() -> None:
    position = corners("counts").open((0, 2))
    assert (rows(position), position.lives_left) == ("Ga0 ab1 01H", 2)


def test_a_life_found_is_a_mine_survived_and_the_open_mine_counts_for_the_clues() -> None:
    referee = corners("marks", zeros_open=False)
    referee.open((0, 0))
    position = referee.open((2, 2))
    assert (position.outcome, position.lives_left, position.mines_left) == ("playing", 1, 0)
    assert rows(referee.open((1, 1))) == "GHH H1H HH*"
    assert rows(referee.chord((1, 1))) == "Ga0 a11 01*"
    assert referee.position.outcome == "won"
    assert referee.position.faults() == ()


def test_a_mine_without_a_life_left_loses_and_undo_resumes() -> None:
    referee = corners("marks")
    assert referee.open((2, 2)).outcome == "lost"
    assert referee.undo().outcome == "playing"
    assert referee.open((0, 0)).outcome == "won"


def test_a_graph_and_hexagons_mark_all_neighbours_of_gold() -> None:
    star = Grid(4, 1, "graph", edges=((0, 1), (0, 2), (0, 3)))
    how = Rules("any", zeros_open=False, signs="marks")
    graph = Referee(Deal.of_mines(star, frozenset(), frozenset({0})), how)
    assert rows(graph.open((0, 3))) == "HHHa"
    hexagons = Deal.of_mines(Grid(2, 2, "hex"), frozenset(), frozenset({0}))
    assert rows(Referee(hexagons, how).open((1, 1))) == "HH Ha"


@pytest.mark.parametrize(
    ("text", "cell", "sentence"),
    [
        (
            "2x1x0 signs=marks\na0",
            (0, 0),
            "the sign of 1 gold at [0, 0] has no neighbour that can be gold",
        ),
        (
            "3x1x0 signs=counts zeros=closed\nH(0+2)0",
            (0, 1),
            "the sign of 2 gold at [0, 1] has only 1 neighbour that can be gold",
        ),
        (
            "2x1x0 signs=marks zeros=closed\nG0",
            (0, 1),
            "the sign of 0 gold at [0, 1] touches 1 open gold",
        ),
        (
            "3x1x0 signs=counts\nGaG",
            (0, 1),
            "the sign of 1 gold at [0, 1] touches 2 open gold",
        ),
    ],
)
def test_status_names_each_wrong_sign(text: str, cell: tuple[int, int], sentence: str) -> None:
    assert Position.parse(text).faults() == (Fault("wrong sign of gold", cell, sentence),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3x1x0 gold=0\nG00", "1 open gold, but the board has only 0"),
        ("3x1x0 gold=3 zeros=closed\nG0H", "2 gold left for 1 hidden cell"),
    ],
)
def test_status_names_a_wrong_number_of_gold(text: str, sentence: str) -> None:
    fault = Fault("wrong number of gold", None, sentence)
    assert fault in Position.parse(text).faults()


@pytest.mark.parametrize("text", ["3x1x0 signs=marks\nGaG", "3x1x0 gold=2 zeros=closed\nG0H"])
def test_signs_and_numbers_that_can_be_are_no_fault(text: str) -> None:
    assert Position.parse(text).faults() == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2x1x0\naH", "line 2: a sign of 1 gold at [0, 0], which signs=none does not allow"),
        (
            "2x1x0 signs=marks\nH(0+2)",
            "line 2: a sign of 2 gold at [0, 1], which signs=marks does not allow",
        ),
        (
            "2x1x0 signs=counts\nH(0+2)",
            "line 2: a sign of 2 gold at [0, 1], which signs=counts does not allow",
        ),
        (
            "2x1x0 signs=signs\nHH",
            "line 1: signs=signs should be none, marks, counts, all-marks or wide-marks",
        ),
        ("2x1x0 gold=\nHH", "line 1: gold= should look like gold=4"),
        ("2x1x0 gold=two\nHH", "line 1: gold=two should look like gold=4"),
    ],
)
def test_signs_that_cannot_be_written_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert str(caught.value) == sentence


def test_letters_tell_of_one_gold_and_parentheses_of_more() -> None:
    text = "3x2x0 zeros=closed signs=counts gold=2\nGaH\n(0+2)aG"
    position = Position.parse(text)
    assert position.signs == bytes([0, 1, 0, 2, 1, 0])
    assert str(position) == text


def test_a_position_whose_signs_do_not_fit_says_why() -> None:
    how, hidden = Rules(signs="marks"), bytes([HIDDEN, HIDDEN])
    with pytest.raises(RulesError, match="signs: these rules expect 2 bytes, not 0"):
        Position(Grid(2, 1), how, 0, hidden)
    with pytest.raises(RulesError, match=r"signs: 1 gold at \[0, 1\], which shows no sign of gold"):
        Position(Grid(2, 1), how, 0, hidden, bytes([0, 1]))
    with pytest.raises(RulesError, match=r"signs: 2 gold at \[0, 0\], which shows 1 gold at most"):
        Position(Grid(2, 1), how, 0, bytes(2), bytes([2, 0]))
    with pytest.raises(RulesError, match="gold: these rules expect None, not 1"):
        Position(Grid(2, 1), how, 0, hidden, bytes(2), 1)
    with pytest.raises(RulesError, match="3 gold do not fit on 2 cells"):
        Position(Grid(2, 1), Rules(gold_known=True), 0, hidden, gold=3)


def test_dealt_worlds_have_the_official_numbers_and_an_opening_at_the_first_cell() -> None:
    for world in WORLDS:
        side, daggers, gold = SIZES[world.name.partition("-")[0]]
        deal = world.deal
        assert (deal.grid, deal.mines, deal.gold) == (Grid(side, side), daggers, gold)
        assert (world.rules, world.hints) == (DAGGERS_AND_GOLD, ())
        shown = Referee(deal, world.rules).open((0, 0))
        assert shown[0, 0] in (0, GOLD)
        assert shown.lives_left >= 1


def test_the_same_seed_deals_the_same_world_and_another_one_another() -> None:
    again = [seeded_world(*_named(world.name)) for world in WORLDS]
    assert again == WORLDS
    assert len({world.deal for world in WORLDS}) == len(WORLDS)
    other = Rules("any", signs="counts", gold_known=True)
    assert seeded_world("easy", 3, rules=other).deal == seeded_world("easy", 3).deal
    assert seeded_world("easy", 3, rules=other).rules == other


def _named(name: str) -> tuple[str, int, int]:
    size, seed, number = name.split("-")
    return size, int(seed), int(number)


@pytest.mark.parametrize(("size", "number"), [("easy", 3000), ("medium", 1000)])
def test_dealt_gold_is_uniform_over_the_cells_that_touch_no_dagger(size: str, number: int) -> None:
    """The frequency of gold in each cell is within five standard deviations of its mean."""
    side, _, gold = SIZES[size]
    excess, variance = [0.0] * side**2, [0.0] * side**2
    for seed in range(number):
        deal = seeded_world(size, seed).deal
        mines = deal.mine_indices(0, "any")
        laid = deal.gold_indices(mines)
        free = [i for i in range(side**2) if mines.isdisjoint((i, *deal.grid.neighbour_indices(i)))]
        due = gold / len(free)
        for i in free:
            excess[i] += (i in laid) - due
            variance[i] += due * (1 - due)
    assert all(abs(more) <= 5 * spread**0.5 for more, spread in zip(excess, variance, strict=True))


def test_an_unknown_size_says_which_there_are() -> None:
    with pytest.raises(InputError) as caught:
        seeded_world("huge", 0)
    assert str(caught.value) == "unknown world size 'huge': expected easy, medium or hard"


@given(games())
def test_gold_changes_no_clue_and_is_a_zero_itself(referee: Referee) -> None:
    grid = referee.deal.grid
    mines = frozenset(map(grid.index, referee.mines))
    if not mines:
        return
    plain = Referee(Deal.of_mines(grid, mines), Rules("any", lives=99, zeros_open=False))
    for cell in map(grid.cell, grid.playable):
        if referee.position[cell] < HIDDEN:
            assert plain.open(cell)[cell] == referee.position[cell]
        elif referee.position[cell] == GOLD:
            assert plain.open(cell)[cell] == 0
