"""Deals files: what is written is read, lazily, and every mistake names its line."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, RulesError
from sapper.game import Deal, Grid
from sapper.notation import deal_lines, open_deals, write_deals
from tests.strategies import deals, grids

TINY = Grid(2, 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deals")


@st.composite
def batches(draw: st.DrawFn) -> list[Deal]:
    """Some deals of one grid and number of mines and gold."""
    first = draw(deals())
    orders = st.permutations(first.grid.playable).map(tuple)
    return [replace(first, order=draw(orders)) for _ in range(draw(st.integers(1, 4)))]


@given(batch=batches())
def test_whole_deals_come_back_equal(folder: Path, batch: list[Deal]) -> None:
    assert write_deals(folder / "whole", iter(batch), whole=True) == len(batch)
    read = open_deals(folder / "whole")
    assert list(read) == batch
    assert list(read) == batch  # and again
    assert (read.grid, read.mines, read.gold) == (batch[0].grid, batch[0].mines, batch[0].gold)


@given(batch=batches())
def test_shortened_deals_lay_the_same_mines(folder: Path, batch: list[Deal]) -> None:
    write_deals(folder / "short", batch)
    for short, whole in zip(open_deals(folder / "short"), batch, strict=True):
        assert short.order == whole.order[: len(short.order)]
        for first in whole.grid.playable:
            free = len(whole.grid.playable) - 1 - len(whole.grid.neighbour_indices(first))
            if free >= whole.mines:
                assert short.mine_indices(first, "opening") == whole.mine_indices(first, "opening")


@given(grids(["square"], max_side=9, blocked=False), st.integers(0, 9))
def test_square_deals_are_written_with_nine_cells_more_than_mines(grid: Grid, mines: int) -> None:
    mines = min(mines, grid.size)
    line = list(deal_lines([Deal.seeded(grid, mines, 1)]))[1]
    assert len(line.split()) == min(mines + 9, grid.size)


@given(data=st.binary(max_size=80), header=st.booleans())
def test_any_bytes_are_deals_or_one_sentence_that_names_the_file(
    folder: Path, data: bytes, header: bool
) -> None:
    (folder / "junk").write_bytes(b"# 2 2 1\n" * header + data)
    sentence = ""
    try:
        list(open_deals(folder / "junk"))
    except InputError as error:
        sentence = str(error)
    assert sentence == "" or sentence.startswith(f"{folder / 'junk'}: ")
    assert "\n" not in sentence


def test_the_header_says_what_grid_it_is() -> None:
    walls, edges = frozenset({3}), ((0, 1), (1, 2))
    assert next(deal_lines([Deal(Grid(8, 8), 0, tuple(range(64)))])) == "# 8 8 0"
    graph = Deal(Grid(2, 2, "graph", walls, edges), 1, (2, 0, 1))
    assert list(deal_lines([graph])) == ["# 2 2 1 grid=graph edges=0-1,1-2 blocked=3", "2 0 1"]


@pytest.mark.parametrize(
    "text",
    [
        "# 2 2 1\n0 1 2 3\n",
        "# 2 2 1\n0 1 2 3",
        "#2 2 1 made=today by hand\r\n# a remark\r\n\r\n 0  1\t2 3 \r\n# another\n",
        "\ufeff# 2 2 1 grid=square blocked=\n0 1 2 3\n",
    ],
)
def test_remarks_empty_lines_and_line_ends_do_not_matter(folder: Path, text: str) -> None:
    (folder / "some").write_text(text, encoding="utf-8", newline="")
    assert list(open_deals(folder / "some")) == [Deal(TINY, 1, (0, 1, 2, 3))]


def test_more_cells_than_needed_are_kept(folder: Path) -> None:
    order = " ".join(map(str, range(20)))
    (folder / "long").write_text(f"# 5 4 1\n{order}\n")
    assert next(iter(open_deals(folder / "long"))).order == tuple(range(20))


def test_lines_are_read_as_they_are_needed(folder: Path) -> None:
    (folder / "late").write_text("# 2 2 1\n0 1 2 3\n3 2 1 0\nrubbish\n")
    read = iter(open_deals(folder / "late"))
    assert [next(read).order[0], next(read).order[0]] == [0, 3]
    with pytest.raises(InputError, match="late: line 4: 'rubbish' is not a cell index"):
        next(read)


TEN = " ".join(map(str, range(10)))
ELEVEN = f"{TEN} 10"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the file is empty: expected a header '# WIDTH HEIGHT MINES'"),
        ("0 1 2 3\n", "line 1: expected a header '# WIDTH HEIGHT MINES', got '0 1 2 3'"),
        ("# 4 4\n", "line 1: expected a header '# WIDTH HEIGHT MINES', got '# 4 4'"),
        ("# 4 4 1x\n", "line 1: expected a header '# WIDTH HEIGHT MINES', got '# 4 4 1x'"),
        ("# 4 4 -1\n", "line 1: expected a header '# WIDTH HEIGHT MINES', got '# 4 4 -1'"),
        ("# 0 4 1\n", "line 1: a grid of 0x4 has no cells"),
        ("# 2 2 5\n", "line 1: 5 mines do not fit on 4 cells"),
        ("# 4 4 1 grid=cube\n", "line 1: grid=cube should be square, torus, hex or graph"),
        ("# 4 4 1 blocked=x\n", "line 1: blocked=x should look like blocked=3,7"),
        ("# 4 4 1 gold=4,5\n", "line 1: gold=4,5 should look like gold=4"),
        ("# 4 4 1 edges=1\n", "line 1: edges=1 should look like edges=0-1,1-2"),
        ("# 4 4 1 edges=0-1\n",
         "line 1: a square grid takes no edges: only a graph does"),
        ("# 4 4 1 blocked=16\n", "line 1: cell 16 is outside a grid of 16 cells"),
        ("# 4 4 1\n", "there are no deals after the header"),
        ("# 4 4 1\n# a remark\n\n", "there are no deals after the header"),
        (f"# 4 4 1\n{TEN}\n1 2 x 3\n", "line 3: 'x' is not a cell index"),
        (f"# 4 4 1\n{TEN}\n1 2 -3\n", "line 3: '-3' is not a cell index"),
        (f"# 4 4 1\n{TEN}\n1 2 3.5\n", "line 3: '3.5' is not a cell index"),
        (f"# 4 4 1\n{TEN}\n\x00\x01\x02\n", "line 3: '\\x00\\x01\\x02' is not a cell index"),
        (f"# 4 4 1\n{TEN}\n0123456789\n", "line 3: '0123456789' is too large for a cell index"),
        (f"# 4 4 1\n{TEN}\n0 1 2\n", "line 3: the deal has 3 cells, but 10 are needed"),
        (f"# 4 4 1\n{TEN}\n0 1 2",
         "line 3: the deal has 3 cells, but 10 are needed: "
         "the file seems to be cut off in the middle of a line"),
        (f"# 4 4 1\n{ELEVEN}\n{TEN}",
         "line 3: the deal has 10 cells instead of 11: "
         "the file seems to be cut off in the middle of a line"),
        (f"# 4 4 1\n{TEN} 16\n", "line 2: cell 16 of a deal is outside a grid of 16 cells"),
        (f"# 4 4 1\n{TEN} 3\n", "line 2: cell 3 is listed twice in a deal"),
        (f"# 4 4 1 blocked=5\n{TEN}\n", "line 2: cell 5 of a deal is blocked"),
        (f"# 4 4 1 grid=torus\n{TEN}\n# later\n0\n",
         "line 4: the deal has 1 cell, but 10 are needed"),
    ],
)  # fmt: skip
def test_every_mistake_names_its_line(folder: Path, text: str, sentence: str) -> None:
    (folder / "wrong").write_text(text)
    with pytest.raises(InputError) as caught:
        list(open_deals(folder / "wrong"))
    assert str(caught.value) == f"{folder / 'wrong'}: {sentence}"


def test_a_line_without_an_end_is_not_read_to_its_end(folder: Path) -> None:
    with (folder / "zeros").open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(InputError, match="zeros: line 1 is too long for a deals file"):
        open_deals(folder / "zeros")


def test_what_is_no_file_on_disk_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        open_deals(folder / "none")
    with pytest.raises(InputError, match="is a directory"):
        open_deals(folder)
    os.mkfifo(folder / "pipe")
    with pytest.raises(InputError, match="pipe: deals are read more than once, so they have to be"):
        open_deals(folder / "pipe")


def test_deals_that_do_not_belong_together_are_not_written(folder: Path) -> None:
    one, other = Deal.seeded(TINY, 1, 1), Deal.seeded(TINY, 2, 1)
    with pytest.raises(RulesError, match="deal 1 differs from deal 0 in its grid, mines or"):
        list(deal_lines([one, other]))
    with pytest.raises(RulesError, match="deal 0 has 2 cells, but 4 are needed"):
        list(deal_lines([Deal(TINY, 1, (0, 1))]))
    with pytest.raises(RulesError, match="there are no deals to write"):
        write_deals(folder / "empty", [])
    assert not (folder / "empty").exists()
    with pytest.raises(InputError, match="none/deals: its folder does not exist"):
        write_deals(folder / "none" / "deals", [one])
