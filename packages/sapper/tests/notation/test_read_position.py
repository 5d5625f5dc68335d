"""``read_position`` reads boards as people write them, says what it decided, and never reads them
wrongly without a word."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.errors import InputError
from sapper.game import HIDDEN, MINE, Chance, Deal, Grid, Position, Referee
from sapper.notation import fits, read_board
from tests.notation import board_forms

#: Boards as people sent them, beside the checkout.
FORMATS = Path(__file__).resolve().parents[5] / "shared" / "cases" / "formats"
#: What they are, or what the refusal says.
EXPECTED = {
    "X": "4x2x2/HHHH/1221",
    "badheader": "4x2x?/HHHH/1221",
    "codewars": "6x6x? zeros=closed/HHHHHH/HHHHHH/HHH0HH/HHHHHH/HHHHHH/000HHH",
    "codewars_solved": "3x3x?/111/1H1/111",
    "commas": "4x2x2/HHHH/1221",
    "dashes": "4x2x2/HHHH/1221",
    "dots": "7x3x?/0111HHH/02H3100/02HH211",
    "emoji": "4x3x?/1100/F210/HH10",
    "emojihead": "4x2x2/FHHH/1221",
    "fenced": "4x2x2/HHHH/1221",
    "grid": "4x4x?/1100/H210/HH10/HH10",
    "hashes": "4x2x2/HHHH/1221",
    "leetcode1": "5x4x1/HHHHH/HHHHH/HHHHH/HHHHH",
    "lower-h-inside": "5x5x3/HHHHH/HHHHH/HHHHH/HHHHH/HHHHH",
    "lower": "4x2x2/HFHH/1221",
    "minus1": "3x3x?/HH1/111/000",
    "msonline": "this link does not contain the board",
    "noheader": "4x2x?/HHHH/1221",
    "q": "4x2x2/HHHH/1221",
    "quoted": "4x2x2/HHHH/1221",
    "slash": "4x2x2/HHHH/1221",
    "spaced": "4x2x2/HHHH/1221",
    "spaces": "4x2x2/HHHH/1221",
    "swapped": "4x2x2/HHHH/1221",
    "tatham_id": "this is a board with its mines, not a position",
    "tatham_link": "this is a board with its mines, not a position",
    "times": "4x2x2/HHHH/1221",
    "und": "4x2x2/H*HH/1221",
    "upperx": "4x2x2/HHHH/1221",
    "x": "4x2x2/HHHH/1221",
}


def test_boards_that_people_sent_are_read() -> None:
    if not FORMATS.is_dir():
        pytest.skip("the boards that people sent are not beside the checkout")
    read = {file.stem: _read(file.read_bytes()) for file in FORMATS.iterdir()}
    for name, found in read.items():
        assert found.startswith(EXPECTED[name]), name


def _read(source: bytes | str) -> str:
    try:
        return str(sapper.read_position(source).position).replace("\n", "/")
    except InputError as error:
        return str(error)


def _positions(seed: int, number: int) -> list[Position]:
    """Positions of games: some cells open, some mines flagged."""
    chance, found = Chance(seed), list[Position]()
    while len(found) < number:
        grid = Grid(3 + chance.below(10), 3 + chance.below(7))
        mines = 1 + chance.below(max(1, grid.size // 4))
        referee = Referee(Deal.random(grid, mines, chance))
        referee.open(grid.cell(chance.below(grid.size)))
        for _ in range(chance.below(12)):
            hidden = [c for c in referee.position if referee.position[c] == HIDDEN]
            mined = [cell for cell in hidden if cell in referee.mines]
            safe = [cell for cell in hidden if cell not in referee.mines]
            if referee.position.outcome == "playing" and chance.below(5) < 3:
                referee.open(chance.choice(safe))
            elif referee.position.outcome == "playing" and mined:
                referee.flag(chance.choice(mined))
        found.append(referee.position)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_position_in_any_form_is_read_as_it_is(seed: int) -> None:
    assert len(board_forms.ALL) > 60
    chance = Chance(1, seed)
    for position in _positions(seed, 2):
        for form, name in board_forms.ALL:
            letters = board_forms.LETTERS[name]
            text = form(board_forms.rows_of(position, letters))
            array = text.startswith(("[", "{")) and form is not board_forms.brackets
            # Without a size, blanks at the sides could be anything.
            style = 6 if array else chance.below(3 if " " in letters else 7)
            text = board_forms.headed(position, text, style)
            read = sapper.read_position(text)
            # A star may be an open mine, too, if no clue decides.
            star = name == "stars" and MINE in read.position.cells
            assert star or read.position.cells == position.cells, text
            assert read.position.grid == position.grid, text
            stated = style not in (6,)
            assert read.position.rules.mines_known == stated or "assumed" in read.words, text
            assert not stated or read.position.mines == position.mines, text


def test_codes_of_arrays_are_read() -> None:
    for position in _positions(7, 12):
        for hidden, flag in board_forms.CODES:
            names = {HIDDEN: hidden, 251: flag}
            codes = [names.get(code, code) for code in position.cells]
            width = position.grid.width
            rows = [codes[i : i + width] for i in range(0, len(codes), width)]
            read = sapper.read_position(json.dumps(rows), position.mines).position
            clues = [code if code < HIDDEN else None for code in position.cells]
            assert [code if code < HIDDEN else None for code in read.cells] == clues
            assert sapper.read_position(str(position.array()), position.mines).position == position


OWN = {
    "10x10 board, 12 mines\n" + "\n".join(["H" * 10] * 10): ("10x10x12", ""),
    "\n".join(["." * 9] * 9): ("9x9x10", "read '.' as hidden; 10 mines assumed (beginner)"),
    "\n".join(["." * 16] * 30): ("16x30x99", "read '.' as hidden; 99 mines assumed (expert)"),
    "\n".join(["F" * 9, *["H" * 9] * 7, "F" * 9]): ("9x9x?", "the number of mines is not known"),
    ".1-\n.1-\n.1-": ("3x3x?", "read '.' as hidden, '-' as 0"),
    "h.1\nh11\nhhh": ("3x3x?", "read '.' as hidden"),
    "1 1 0\n* 1 0\n* 1 0": ("3x3x?", ""),
    '{"board": [["?", 1], [1, 1]], "mines": 1}': ("2x2x1", ""),
    '{"state": "?1\\n11", "num_mines": 1}': ("2x2x1", ""),
    "[[null, 1], [1, 1]]": ("2x2x?", ""),
    "[[ 1 -1]\n [ 1  1]]": ("2x2x?", "read '-1' as hidden"),
    "Row 0: ? ? ?\nRow 1: ? 1 1\nRow 2: ? 1 0": ("3x3x?", ""),
    "| 0 | 1 |\n|---|---|\n| ? | 1 |\n| 1 | 1 |": ("2x3x?", ""),
    "  A B C\n +-+-+-+\n1| |1|#|\n +-+-+-+\n2| |1|#|\n": ("3x2x?", "read blanks as 0"),
    "board = [\n [None, 1],\n [1, 1],\n]": ("2x2x?", ""),
    "||:one:||||?||\n||:one:||||:one:||": ("2x2x?", ""),
    "[[ 9  1]\n [ 1  1]]": ("2x2x?", "read '9' as hidden"),
    "9 1\n1 1": ("refused", "line 1: a clue is at most 8, not 9"),
    "H1/11": ("2x2x?", ""),
    "2 x 2\nmines: 1\nH1\n11": ("2x2x1", ""),
    "Turn 3\n\n  0 1 2\n0 ? ? 1\n1 ? 2 1\n2 1 1 0\n\nYour move?": ("3x3x?", ""),
    "Mines left: 3\nHH\n11": ("2x2x?", ""),
    "bombs = 1\nHH\n11": ("2x2x1", ""),
    "level: expert\n\nHH\n11": ("2x2x?", ""),
    "HHZ\n1Q1\n1%1": ("refused", "'Z' (line 1, column 3)"),
    "HHH\nHH\n111": ("refused", "line 2 has 2 cells instead of 3"),
    "HHH\n111\n\nand then\n\nHHH\n111": ("refused", "line 4 interrupts the board"),
    "5x5x3\nHHH\n111": ("refused", "line 1 says 5 rows"),
    "5×5×3\nHHH\n111": ("refused", "the text says 5x5"),
    "": ("refused", "empty"),
    "  \n": ("refused", "empty"),
    "hello": ("refused", ""),
    "[]": ("refused", ""),
    '{"moves": 3}': ("refused", "no board"),
    "https://example.com/game/12": ("refused", "paste the board"),
}


@pytest.mark.parametrize("text", OWN)
def test_other_texts_are_read_or_refused_with_a_reason(text: str) -> None:
    expected, words = OWN[text]
    position, said = _said(text)
    assert (position.split("\n")[0].split() or ["refused"])[0] == expected, said
    assert words in said


def _said(text: str) -> tuple[str, str]:
    """The position and the words of a reading; no position and the sentence of a refusal."""
    try:
        read = sapper.read_position(text)
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - any text is read or refused
        return "", str(error)
    return str(read.position), read.words


def test_what_sapper_prints_is_read() -> None:
    for position in _positions(9, 6):
        if position.outcome == "playing":
            unknown = sapper.read_position(str(sapper.analyse(position)), position.mines).position
            assert [c < HIDDEN for c in unknown.cells] == [c < HIDDEN for c in position.cells]
        assert sapper.read_position(str(position)).position == position
        assert sapper.read_position(repr(position)[16:-2].replace("\\n", "\n")).position == position


def test_the_number_of_mines_is_given_once() -> None:
    assert sapper.read_position("HH\n11", 1).position.mines == 1
    assert sapper.read_position("2x2x1\nHH\n11", 1).position.mines == 1
    for text in ("2x2x1\nHH\n11", "1 mine\nHH\n11"):
        with pytest.raises(InputError, match="the text states 1 mine, not 2"):
            sapper.read_position(text, 2)
    with pytest.raises(InputError, match="do not fit"):
        sapper.read_position("HH\n11", 5)


def test_letters_of_the_text_form_keep_their_meaning_if_the_clues_allow_it() -> None:
    for text in ("3x2x1\n#H#\n121", "3x2x1\n*HH\n110", "2x2x1\nMC\n11"):
        read = sapper.read_position(text)
        same = Position.parse(text)
        assert (read.position, read.words) == (same, "") or not fits(same)


@pytest.mark.parametrize("mine", [*"*MXF", ""])
def test_hidden_cells_beside_mines_are_not_taken_for_the_mines(mine: str) -> None:
    with pytest.raises(InputError, match="'H' may be mines or not"):
        read_board(f"HH{mine or 'H'}\nHHH")
    assert read_board(f"{mine or 'H'}H\n22").deal.mines == 2  # the clues prove that it is one


@given(st.integers(0, 40), st.text("0123H F.-#\n,|x[]*:A>\u20e3", max_size=8), st.integers(0, 9))
def test_a_changed_text_is_read_or_refused_in_one_sentence(at: int, more: str, cut: int) -> None:
    text = "5x3x3\n0 1 H H H\n1 2 H F H\nH H H H H"
    position, said = _said(text[:at] + more + text[at + cut :])
    assert str(Position.parse(position)) == position if position else said


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    position, said = _said(text)
    assert position or said
    with suppress(InputError):
        read_board(text)
