"""Share links: the page's own, digit for digit, and everything back from them equal."""

import time
from contextlib import suppress
from itertools import product
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import FLAGGED, GOLD, HIDDEN, Deal, Grid, Move, Position, Referee, Rules
from sapper.notation import (
    BASE32,
    BASE62,
    TREE,
    LinkField,
    holds,
    is_link,
    link_of_deal,
    link_of_position,
    read_link,
)
from tests.strategies import deals, grids, positions, texts_of_cells

squares = grids(["square"], blocked=False)
#: A field whose value may also be a number.
STUDY = LinkField("study", "export it as a file", numbered=True)
ordinary = st.just(Rules())

#: Positions and what the page JSMinesweeper (version of April 2026) makes of them.
OF_THE_PAGE = [
    ("1x1x1\nH", "ababaaabS"),
    ("3x1x0\n000", "adabaaaad"),
    ("2x2x4\nFF\nFF", "acacaaae5"),
    ("3x3x1\nFF0\nH10\n000", "adadaaab29bSf"),
    ("4x3x3\nHF1H\n1F21\n0000", "aeadaaadS2bSb9me"),
    ("4x4x4\nFHHH\n1232\n0001\n000H", "aeaeaaae2SPcleldS"),
    ("4x4x5\nFFHH\nH2F2\n1101\n000H", "aeaeaaaf3Ub9smbldS"),
    ("7x5x6\n0012HH1\n112H32H\nHH212HH\n11102HH\n00002HH", "ahafaaageOSldOmTOdTfOSfOS"),
    ("7x5x6\n1H3H100\n2HH2100\nHH32000\nHHH2000\nHHH2000", "ahafaaaglSlOdsSOeTleTOeTOe"),
]

#: Boards that the page dealt: width, height, mines, seed, first cell, rule, and its ``m=``.
DEALT = [
    (9, 9, 10, 1, 0, "safe", "041004000042gh10g"),
    (5, 4, 6, 2**32 + 1, 7, "safe", "818m"),
    (8, 8, 10, 2**32, 20, "opening", "09100g0q00h40"),
    (
        30, 16, 99, 123456789, 40, "safe",
        "0o04g2m08h08400802i428998cb2i1gi0g1021h4010ci00080g842244o20g980000800h108fkh8gol10o81026"
        "c12c001",
    ),
    (
        30, 16, 99, 2**53 - 1, 0, "opening",
        "0000m40a08141cg20028gs2d3q8858c2g100sa08080h208mi09010i9k1850i4000ggoh001082244g00613q4i2"
        "2000140",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "analysis"), OF_THE_PAGE)
def test_positions_are_written_and_read_as_the_page_does(text: str, analysis: str) -> None:
    position = Position.parse(text)
    assert link_of_position(position) == f"?analysis={analysis}"
    assert read_link(f"?analysis={analysis}") == position


@pytest.mark.parametrize(("width", "height", "mines", "seed", "start", "rule", "m"), DEALT)
def test_seeds_deal_what_the_page_deals(
    width: int, height: int, mines: int, seed: int, start: int, rule: str, m: str
) -> None:
    link = f"index.html?board={width}x{height}x{mines}&seed={seed}&start={start}"
    deal = read_link(link, rule)  # type: ignore[arg-type]
    assert isinstance(deal, Deal)
    assert link_of_deal(deal).endswith(f"&m={m}")
    referee = Referee(deal, Rules(rule))  # type: ignore[arg-type]
    referee.play(Move("open", deal.grid.cell(start)))
    assert referee.mines == frozenset(deal.grid.cell(i) for i in deal.order[:mines])


@given(positions(squares, ordinary, flags="any"))
def test_positions_of_play_come_back_equal_by_the_public_format(position: Position) -> None:
    link = link_of_position(position)
    assert link.startswith("?position=" if GOLD in position.cells else "?analysis=")
    assert read_link(link) == position


@given(st.data())
def test_any_clues_and_flags_come_back_equal(data: st.DataObject) -> None:
    grid = data.draw(squares)
    cells = bytes(
        data.draw(
            st.sampled_from([HIDDEN, FLAGGED]) | st.integers(0, len(grid.neighbour_indices(i)))
        )
        for i in range(grid.size)
    )
    position = Position(grid, Rules(), data.draw(st.integers(0, grid.size)), cells)
    assert holds(position)
    assert read_link(link_of_position(position)) == position


@given(texts_of_cells())
def test_every_position_has_a_link_that_holds_all_of_it(position: Position) -> None:
    link = link_of_position(position)
    assert link.isascii()
    assert not set(link) & set(' #"<>\n')
    assert read_link(link) == position
    assert read_link(f"https://example.org/play{link}&mode=dark#top") == position


@given(deals(squares, gold=False))
def test_boards_come_back_equal(deal: Deal) -> None:
    board = Deal.of_mines(deal.grid, frozenset(deal.order[: deal.mines]))
    link = link_of_deal(deal)
    assert read_link(link) == board
    assert read_link(link.removeprefix("?")) == board


def test_a_hash_route_before_the_query_does_not_matter() -> None:
    deal = read_link("https://example.org/#/game/zini-explorer?b=1&m=041004000042gh10g")
    assert isinstance(deal, Deal)
    assert deal.mines == 10


def test_known_sizes_have_names_and_others_as_many_digits_each() -> None:
    assert link_of_deal(Deal.seeded(Grid(30, 16), 99, 1)).startswith("?b=3&m=")
    assert link_of_deal(Deal.seeded(Grid(30, 16), 98, 1)).startswith("?b=3016&m=")
    assert link_of_deal(Deal.seeded(Grid(9, 100), 9, 1)).startswith("?b=009100&m=")
    # As the page writes a wide and a high board, by the digits of the width alone.
    assert read_link("?b=930&m=" + "0" * 54) == Deal.of_mines(Grid(9, 30), frozenset())


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("", "the link has none of 'position=', 'analysis=', 'b=' with 'm=', 'board='"),
        ("?b=1", "the link has none of 'position=', 'analysis=', 'b=' with 'm=', 'board='"),
        ("?" + "&".join(f"k{i}=1" for i in range(60)), "the link has more than 50 fields"),
        ("?b=1&m=04", "m= has 2 characters, but 81 cells take 17"),
        ("?b=22&m=z", "m=: character 1 is 'z', not 0 to 9 or a to v"),
        ("?b=22&m=1", "m=: character 1 has a mine beyond the last of 4 cells"),
        ("?b=&m=1", "b= is not 1, 2, 3 or a width and a height such as 0810"),
        ("?b=²²&m=1", "b=²² is not 1, 2, 3 or a width and a height such as 0810"),
        ("?b=08001000&m=1", "m= has 1 character, but 800000 cells take 160000"),
        ("?b=00&m=1", "b=00: a grid of 0x0 has no cells"),
        ("?analysis=abc", "analysis= has 3 characters, but the size alone takes 8"),
        ("?analysis=abab!", "analysis=: character 5, '!', is not a digit"),
        ("?analysis=aaaaaaaa", "analysis=: a grid of 0x0 has no cells"),
        ("?analysis=adabaaaac", "analysis= has 2 cells, but its board has 3"),
        ("?analysis=adabaaaajjjjjjjjjjj", "analysis= has more cells than the 3 of its board"),
        ("?analysis=ababaaabM", "analysis=: clue 8 at [0, 0], which has only 0 neighbours"),
        ("?analysis=ababaaacS", "analysis=: 2 mines do not fit on 1 cell"),
        ("?position=2x1x1%0AHx", "line 2, column 2: unknown letter 'x'"),
        ("?board=9x9&seed=1&start=0", "board=9x9 is not WIDTHxHEIGHTxMINES"),
        ("?board=2x2x9&seed=1&start=0", "board=2x2x9: 9 mines on 4 cells: no cell is left"),
        ("?board=9x9x10&start=0", "the link has no 'seed=': without it the page deals at random"),
        ("?board=9x9x10&seed=0&start=0", "seed=0 makes the page deal at random"),
        (
            "?board=9x9x10&seed=-1&start=0",
            "seed=-1 is not a whole number from 0 to 9007199254740991",
        ),
        ("?board=9x9x10&seed=1", "the link has no 'start=': the board depends on the first cell"),
        ("?board=9x9x10&seed=1&start=81", "start=81 is not a whole number from 0 to 80"),
    ],
)
def test_every_mistake_names_its_place(link: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read_link(link)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_an_opening_that_leaves_no_room_is_refused() -> None:
    link = "?board=3x3x5&seed=1&start=4"
    assert isinstance(read_link(link), Deal)
    with pytest.raises(NotationError, match="start=4 leaves too few cells for the mines"):
        read_link(link, "opening")


@pytest.mark.parametrize("kind", ["torus", "hex"])
def test_boards_that_a_link_cannot_hold_are_refused(kind: str) -> None:
    grid = Grid(3, 3, kind)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="only holds square grids without blocked cells"):
        link_of_deal(Deal.of_mines(grid, frozenset({1})))
    with pytest.raises(RulesError, match="cannot hold gold"):
        link_of_deal(Deal.of_mines(Grid(3, 3), frozenset(), frozenset({1})))


@given(
    st.text(max_size=60), st.sampled_from(["", "?analysis=", "?b=1&m=", "?position=", "?board="])
)
def test_any_text_is_read_or_refused_in_one_sentence(text: str, before: str) -> None:
    with suppress(InputError):
        read_link(before + text)
        read_link(before + quote(text))


@given(positions(squares, ordinary), st.integers(0, 60), st.sampled_from(BASE62))
def test_a_position_cut_or_changed_is_refused_or_fits_its_board(
    position: Position, place: int, digit: str
) -> None:
    link = link_of_position(position)
    place %= len(link)
    for torn in (link[:place], link[:place] + digit + link[place + 1 :]):
        with suppress(InputError):
            read = read_link(torn)
            assert isinstance(read, Position)
            assert Position.parse(str(read)) == read


@given(deals(squares, gold=False), st.integers(0, 30), st.sampled_from(BASE32))
def test_a_board_changed_in_one_digit_comes_back_as_changed(
    deal: Deal, place: int, digit: str
) -> None:
    link = link_of_deal(deal)
    start = link.index("&m=") + 3
    place = start + place % (len(link) - start)
    changed = link[:place] + digit + link[place + 1 :]
    with suppress(NotationError):
        read = read_link(changed)
        assert isinstance(read, Deal)
        assert link_of_deal(read).partition("&")[2] == changed.partition("&")[2]


@pytest.mark.parametrize(
    ("text", "so"),
    [
        ("https://x.org/index.html?analysis=abab", True),
        ("?b=1&m=0", True),
        ("board=9x9x10&seed=1", True),
        ("2x1x1 first=safe\nHH", False),
        ("2x1x1", False),
        ("first=safe", False),
        ("", False),
    ],
)
def test_links_are_told_from_other_text(text: str, so: bool) -> None:
    assert is_link(text) is so


@pytest.mark.parametrize("field", [STUDY, TREE])
def test_the_first_right_value_of_a_field_counts(field: LinkField) -> None:
    link = field.link("analyse", "text")
    value = link.partition("=")[2]
    for text in (
        link,
        f"  http://localhost:8000/{link}&chapter=2\n",
        f"?a=b&{field.name}=%21&{field.name}={value}#end",
        f"x#{field.name}={value}?y",
    ):
        assert field.found(text)
        assert field.text(text) == "text"
    assert not field.found(f"{field.name}={value}")
    assert not field.found(f"{link} {link}")
    assert not field.found(link + "!")
    assert not field.found(link + "x" * 2_000_000)


def test_a_study_with_a_number_is_one_of_the_visitor() -> None:
    assert not STUDY.found("#analyse?study=12")
    assert TREE.found("#analyse?tree=12")


@pytest.mark.parametrize("field", [STUDY, TREE])
@pytest.mark.parametrize("piece", ["a", "?{}=", "&{}=a", "?{}=a&", "=", "_", " ", "é"])
def test_links_are_searched_in_linear_time(field: LinkField, piece: str) -> None:
    began = time.process_time()
    for before, after in product(["", "#analyse?{}=", " "], ["!", " x", ""]):
        field.found((before + piece * 100_000 + after).replace("{}", field.name))
    assert time.process_time() - began < 20  # a quadratic search takes minutes
