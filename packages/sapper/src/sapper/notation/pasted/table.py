"""Splits any text with a board into cells: rows of tokens, and what else it says about the board.

Cells may stand side by side, apart, in brackets, between commas, bars or the lines of a box, or in
an array of JSON, Python or NumPy. Headers, rulers, numbers of rows, borders, quotes, fences and
sentences around the board are recognised; anything else is an error that names its place.
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sapper.errors import NotationError, listed, plural, quoted

MAX_CHARACTERS = 300_000
MAX_TOKEN = 5  #: characters of a cell, such as ``100%``
BLANK = " "  #: the token of an empty cell


_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
#: Names of emoji.
_EMOJI = {name: str(clue) for clue, name in enumerate(_NAMES)} | {"bomb": "💣", "boom": "💥"}


class Token(NamedTuple):
    """The text of a cell and its place, both from 1; the line is 0 in data without lines."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Table:
    """The tokens of a board by row, and the size (as stated, in any order) and mines, if stated."""

    rows: tuple[tuple[Token, ...], ...]
    size: Size = None
    mines: int | None = None

    @property
    def width(self) -> int:
        """The number of cells of a row."""
        return len(self.rows[0])

    def score(self, known: Callable[[str], bool]) -> int:
        """Return the number of characters in cells, less those in unknown ones."""
        texts = [token.text for row in self.rows for token in row]
        return sum(len(t.strip()) if known(t) else -len(t) for t in texts)


class _Line(NamedTuple):
    number: int
    text: str


_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_BARS = str.maketrans(dict.fromkeys("│┃║", "|") | dict.fromkeys("\xa0\u3000", " "))
_BORDER = re.compile(r"[\s+=|:\-\u2500-\u257f]*")
_DRAWN = re.compile(r"\+[-=]|[-=]\+|==|--:?\|:?--|:-|[\u2500\u2501\u2550]")
_SIZE = re.compile(
    r"(?<![\w.])(\d{1,7})\s*[xX×✕*]\s*(\d{1,7})(?:(?:\s*[xX×✕*/,;:@]\s*|\s+)(\d{1,7}\b|\?))?"
)
_NUMBERS = re.compile(r"\s*(\d{1,7})[ ,;]+(\d{1,7})(?:[ ,;]+(\d{1,7}))?\s*")
_MINES = re.compile(
    r"(?:mines?|bombs?)[\s\w]{0,12}[:=]\s*(\d{1,7})|(\d{1,7})\s*(?:mines?|bombs?)\b"
)
_LEFT = re.compile(r"\b(left|remaining|unflagged)\b")
_LABEL = re.compile(r"(\s*(?:\|\s*)?(?:[Rr]ow )?)(\d{1,3}|[A-Za-z])((?:[:.)]|\s*\|)?)(?=\s|$|\|)")


def table_of(source: str, known: Callable[[str], bool]) -> Table:
    """Return the board in a text; ``known`` says whether a token can be a cell.

    Raises ``NotationError`` naming the lines and columns of what is not a cell.
    """
    if len(source) > MAX_CHARACTERS:
        raise NotationError(
            f"the text has {len(source):,} characters: expected {MAX_CHARACTERS:,} at most"
        )
    data = _data(source)
    if data is not None:
        return data if isinstance(data, Table) else table_of(data, known)
    lines = _cleaned(source)
    if not any(line.text.strip() for line in lines):
        raise NotationError("the text is empty: a position starts with a line 'WxHxM'")
    first = next(line for line in lines if line.text.strip())
    head = _SIZE.fullmatch(first.text.strip()) or _NUMBERS.fullmatch(first.text)
    if head:
        sure = head[3] and re.match(r"\s*\d+[xX×✕*]", first.text)  # otherwise it may be a row
        size = int(head[1]), int(head[2])
        try:
            table = _best(lines[lines.index(first) + 1 :], known, size)
        except NotationError:
            if sure:
                raise
        else:
            if sure or sorted(size) == sorted((table.width, len(table.rows))):
                mines = _whole(head[3])
                return replace(table, size=size, mines=table.mines if mines is None else mines)
    if sum(bool(line.text.strip()) for line in lines) == 1:
        if "/" in source:  # rows on one line
            return table_of(source.replace("/", "\n"), known)
        raise NotationError(
            "line 1 should start with WIDTHxHEIGHTxMINES, or be the first of several rows, not "
            + quoted(first.text.split()[0])
        )
    return _best(lines, known, None)


def _best(lines: list[_Line], known: Callable[[str], bool], size: Size) -> Table:
    """Return the board that lines contain under the split that finds most in cells.

    ``size`` is that of a header above the lines. Raises ``NotationError`` if there is no board.
    """
    found: list[Table] = []
    faults: list[NotationError] = []
    lines = _without_numbers(lines)
    said = {line: _said(line.text) for line in lines}
    plain = [
        line for line in lines if said[line] == (None, None) and not _is_prose(line.text, known)
    ]
    size = size or next((each for each, _ in said.values() if each), None)
    plain = _trimmed(plain, size)
    if not plain:
        raise NotationError("the text has no rows of cells")
    mines = next((total for _, total in said.values() if total is not None), None)
    for split in (_brackets, _delimited, _words, _letters, _pairs, _columns):
        try:
            rows = _rows(lines, plain, split, size)
            found.append(Table(rows, size, mines))
        except NotationError as error:
            faults.append(error)
    fits = None if size is None else sorted(size)
    best = max(
        found,
        key=lambda table: (sorted((table.width, len(table.rows))) == fits, table.score(known)),
        default=None,
    )
    if best is None or (best.score(known) <= 0 and faults):
        raise next((each for each in faults if "not a row" not in str(each)), faults[0])
    return best


# Arrays.

_BOARDS = ("board", "position", "grid", "state", "cells", "field")
_TOTALS = ("mines", "num_mines", "mine_count", "total_mines", "n_mines", "bombs")


def _data(source: str) -> Table | str | None:
    """Return the table of an array, or the text in an object of JSON; None for other texts."""
    text = re.sub(r"^\s*\w+\s*=\s*", "", source).strip().removesuffix(";").removesuffix(",")
    if not text.startswith(("[", "{", "(")):
        return None
    found = _parsed(text)
    mines = None
    if isinstance(found, dict):
        board = next((found[key] for key in _BOARDS if key in found), None)
        stated = next((found[key] for key in _TOTALS if key in found), None)
        mines = stated if isinstance(stated, int) and not isinstance(stated, bool) else None
        if board is None:
            raise NotationError(f"the object has no board: expected one of {listed(_BOARDS, 'or')}")
        found = board
    head = "" if mines is None else f"mines: {mines}\n"
    if isinstance(found, str):
        return f"{head}{found}"
    if isinstance(found, list | tuple) and found:
        if all(isinstance(row, str) for row in found) and max(map(len, found)) > 1:
            return head + "\n".join(found)
        if all(isinstance(row, list | tuple) and row for row in found):
            rows = tuple(tuple(map(_item, row)) for row in found)
            _check_widths([(f"row {i}", row) for i, row in enumerate(rows, start=1)])
            return Table(rows, None, mines)
    if found is not None:
        raise NotationError("the array is not a board: expected a list of cells for each row")
    return None


def _parsed(text: str) -> Any:
    """Return the value of JSON or of a Python literal, None for other texts."""
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return None


def _item(item: Any) -> Token:
    if item is not None and not isinstance(item, str | int | bool):
        raise NotationError(f"a cell of the array is {type(item).__name__}, not a letter or number")
    return Token(normal(str(item)) if item != "" else BLANK, 0, 0)


def _check_widths(rows: Sequence[tuple[str, Sequence[Token]]]) -> None:
    """Raise ``NotationError`` for the first row of another width than most."""
    (width, _), *_ = Counter(len(row) for _, row in rows).most_common(1)
    for name, row in rows:
        if len(row) != width:
            raise NotationError(f"{name} has {plural(len(row), 'cell')} instead of {width}")


def normal(text: str) -> str:
    """Return a text with plain letters for full-width ones, and plain digits for keycaps."""
    return unicodedata.normalize("NFKC", re.sub("[\ufe0e\ufe0f\u20e3]", "", text))


# Lines.


def _cleaned(source: str) -> list[_Line]:
    """Return the lines without colours, quotation marks, fences and borders, which become blank."""
    texts = [normal(_ANSI.sub("", line)).translate(_BARS) for line in source.splitlines()]
    quoted = [text for text in texts if re.match(r"\s*>", text)]
    if 2 * len(quoted) > sum(bool(text.strip()) for text in texts) - 2 and not any(
        ">" in text.lstrip()[1:] for text in texts
    ):
        texts = [re.sub(r"^(\s*)>", r"\1 ", text) for text in texts]
    return [_Line(number, _bare(text)) for number, text in enumerate(texts, start=1)]


def _bare(text: str) -> str:
    text = text.replace("\ufeff", "")
    if re.fullmatch(r"\s*(?:\|\|[^|]+\|\|\s*)+", text):  # spoilers of Discord, with names of emoji
        names = [name.strip().strip(":") for name in re.findall(r"\|\|([^|]+)\|\|", text)]
        text = " ".join(_EMOJI.get(name, name) for name in names)
    dashes = re.fullmatch(r"\s*-+\s*", text)  # may be a row of hidden cells
    if re.match(r"\s*(```|~~~)", text) or (
        _BORDER.fullmatch(text) and _DRAWN.search(text) and not dashes
    ):
        return ""
    framed = re.fullmatch(r"(\s*)(?:\|([^|]*)\||\"([^\"']*)\"[,;]?|'([^\"']*)'[,;]?)\s*", text)
    if framed:
        text = f"{framed[1]} {framed[2] or framed[3] or framed[4] or ''}"
    return re.sub(r"\[\s*(\d+%)\]", r" \1 ", text)  # the suggested cell of an analysis


Size = tuple[int, int] | None  #: what the header says, if there is one
Parts = list[tuple[str, int]] | None  #: the texts of the cells of a line with their places, or None
Split = Callable[[Sequence[str], Size], list[Parts]]


def _rows(
    lines: list[_Line], plain: list[_Line], split: Split, size: Size
) -> tuple[tuple[Token, ...], ...]:
    """Return the tokens of the ``plain`` lines, the only ones that may be rows."""
    rows = []
    for line, parts in zip(plain, split([line.text for line in plain], size), strict=True):
        if parts is None:
            raise NotationError(f"line {line.number} is not a row of cells: {_shown(line)}")
        rows.append(tuple(Token(text, line.number, at + 1) for text, at in parts))
    if len(rows) > 1 and rows[0][0].text in "Aa" and _is_ruler([token.text for token in rows[0]]):
        rows, plain = rows[1:], plain[1:]
    numbers = {line.number for line in plain}
    inside = [line for line in lines if plain[0].number < line.number < plain[-1].number]
    for line in inside:
        if line.text.strip() and line.number not in numbers:
            raise NotationError(f"line {line.number} interrupts the board: {_shown(line)}")
    if all(token.text == BLANK for row in rows for token in row):
        raise NotationError("the text has no rows of cells")
    _check_widths([(f"line {row[0].line}", row) for row in rows])
    return tuple(rows)


def _trimmed(lines: list[_Line], size: Size) -> list[_Line]:
    """Return the lines that may be rows: filled ones, blank ones that are as long, or, if there are
    too few, all that the header wants."""
    wide = max((len(line.text.rstrip()) for line in lines), default=1)
    filled = [
        line
        for line in lines
        if line.text.strip(BLANK) or (len(line.text) >= max(wide, 1) and len(lines) > 1)
    ]
    if size is not None and len(filled) not in size:
        tall = size[1] if len(lines) >= size[1] else size[0]
        if not any(line.text.strip() for line in lines[tall:]):
            return lines[:tall]
    return filled


def _is_prose(text: str, known: Callable[[str], bool]) -> bool:
    """Whether a line has a word that is not a row of cells."""
    sentence = len(text.split()) > 1 or text.rstrip()[-1:] in (":", ".", "!")
    for word in re.findall(r"[^\W\d_]{3,}", text):
        strange = {letter for letter in word if not known(letter)}
        if len(strange) > 1 - sentence and (
            sentence or (text.strip() == word and set("aeiou") & {*word})
        ):
            return True
    return False


def _shown(line: _Line) -> str:
    return repr(line.text.strip()[:40])


def _said(text: str) -> tuple[tuple[int, int] | None, int | None]:
    """Return the size and the mines that a line beside the board states."""
    size = _SIZE.search(text) if re.search(r"[^\W\dxX_]{3,}", text) else None  # else a row: 1x1
    total = _MINES.search(text.lower())
    mines = _whole(size[3]) if size else None
    if mines is None and total and not _LEFT.search(text.lower()):
        mines = int(total[1] or total[2])
    return (int(size[1]), int(size[2])) if size else None, mines


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


# Ways to split rows: each returns the parts of every line.


_BRACKETED = re.compile(r"\[\s*(?:([^\[\]\s]{1,4})\s*)?\][\s,]*")
_WORD = re.compile(r"(\S{1,5})(?:\s+|$)")
_LETTER = re.compile(r"(\S)")


def _matched(pattern: re.Pattern[str], line: str) -> Parts:
    """Split a line that consists of matches of a pattern, whose first group is the cell."""
    parts = []
    at, end = len(line) - len(line.lstrip()), len(line.rstrip())
    while at < end:
        match = pattern.match(line, at, end)
        if match is None:
            return None
        parts.append((match[1] or BLANK, max(match.start(), match.start(1))))
        at = match.end()
    return parts or None


def _brackets(lines: Sequence[str], size: Size) -> list[Parts]:
    return [_matched(_BRACKETED, line) for line in lines]


def _words(lines: Sequence[str], size: Size) -> list[Parts]:
    return [_matched(_WORD, _opened(line).rstrip()) for line in lines]


def _letters(lines: Sequence[str], size: Size) -> list[Parts]:
    return [_matched(_LETTER, line) for line in lines]


def _opened(line: str) -> str:
    """Return a row of an array without its brackets."""
    return re.sub(r"[\[\](){}]", BLANK, line) if re.match(r"\s*[\[({]", line) else line


def _delimited(lines: Sequence[str], size: Size) -> list[Parts]:
    mark = next((mark for mark in "|\t,;" if all(mark in line for line in lines)), None)
    return [None if mark is None else _between(_opened(line), mark) for line in lines]


def _between(line: str, mark: str) -> Parts:
    parts, at = [], 0
    for part in line.split(mark):
        cell = part.strip(" \"'")
        parts.append((cell or BLANK, at + part.index(cell)))
        at += len(part) + 1
    if mark == "|":
        parts = parts[line.lstrip().startswith(mark) : len(parts) - line.rstrip().endswith(mark)]
    return parts if parts and all(len(cell) <= MAX_TOKEN for cell, _ in parts) else None


def _columns(lines: Sequence[str], size: Size) -> list[Parts]:
    """Split rows in which blanks are cells, unless blanks stand between the cells of some row."""
    apart = any(re.fullmatch(r"\s*(\S )+\S?\s*", line) for line in lines)
    return [None] * len(lines) if apart else _pitched(lines, size, 1)


def _pairs(lines: Sequence[str], size: Size) -> list[Parts]:
    """Split rows in which blanks are cells and each cell is followed by a blank."""
    return _pitched(lines, size, 2)


def _pitched(lines: Sequence[str], size: Size, pitch: int) -> list[Parts]:
    start = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    even = len({len(line) for line in lines}) == 1
    wide = max(len(line) if even else len(line.rstrip()) for line in lines)
    if size is not None and len(lines) in size:
        columns = size[0] if len(lines) == size[1] else size[1]
        if wide <= pitch * columns:
            start, wide = 0, pitch * columns
            even = even and wide - pitch < len(lines[0])
    elif start >= pitch:
        return [None] * len(lines)  # the first columns may be blank cells, or an indentation
    if pitch == 2 and any(line[start + 1 :: 2].strip(BLANK) for line in lines):
        return [None] * len(lines)
    rows = [[(line[i : i + 1] or BLANK, i) for i in range(start, wide, pitch)] for line in lines]
    texts = ["".join(text for text, _ in row) for row in rows]
    if not even and not any(BLANK in text.rstrip() or not text.strip() for text in texts):
        return [None] * len(lines)  # a short row lacks cells, unless there are blank ones elsewhere
    return [*rows]


# Numbers of rows and columns.

_COUNTS: tuple[Callable[[int], str], ...] = (
    str,
    lambda i: str(i + 1),
    lambda i: str(i % 10),
    lambda i: str((i + 1) % 10),
    lambda i: chr(ord("A") + i),
    lambda i: chr(ord("a") + i),
)


def _is_ruler(words: Sequence[str]) -> bool:
    """Whether words count from 0 or 1, or are letters in order; last digits are enough."""
    return len(words) > 1 and any(
        all(word == count(i) for i, word in enumerate(words)) for count in _COUNTS
    )


def _ruler(text: str) -> bool:
    """Whether a line numbers columns; it may start with a corner."""
    words = re.findall(r"[^\s|]+", text)
    words = list(words[0]) if len(words) == 1 else words
    return _is_ruler(words) or _is_ruler(words[1:])


def _without_numbers(lines: list[_Line]) -> list[_Line]:
    """Return the lines without the numbers of rows, and the rulers beside them, if there are any.

    They count as numbers, not as clues, with a ruler above or below, or with a mark after each.
    """
    runs: list[list[tuple[int, re.Match[str]]]] = [[]]
    for i, line in enumerate(lines):
        label, run = _LABEL.match(line.text), runs[-1]
        if label is None:
            if line.text.strip():
                runs.append([])
            continue
        step = _count(label[2]) - _count(run[-1][1][2]) if run else 0
        if run and (abs(step) != 1 or (len(run) > 1 and step != _step(run))):
            runs.append(run[-1:] if abs(step) == 1 else [])
        runs[-1].append((i, label))
    best = max(runs, key=len)
    numbered = dict(best)
    rulers = {i for i, line in enumerate(lines) if i not in numbered and _ruler(line.text)}
    ends = {_count(best[0][1][2]), _count(best[-1][1][2])} if best else set()
    marked = all(label[3] in (":", ".", ")") for label in numbered.values())
    if len(best) < 2 or ends.isdisjoint((0, 1, LETTERED)) or not (rulers or marked):
        return lines
    kept = []
    for i, line in enumerate(lines):
        end = numbered[i].end() if i in numbered else 0
        if end and line.text.count("|", end) > 1 and line.text[end - 1] == "|":
            end -= 1  # the first of several bars
        beside = rulers and re.fullmatch(r"[\d\s]*|\s*-+\s*", line.text)  # tens, or a border
        if i not in rulers and not (beside and not end):
            kept.append(line._replace(text=" " * end + line.text[end:]))
    return kept


def _step(run: list[tuple[int, re.Match[str]]]) -> int:
    """Return by how much the first two numbers of a run differ."""
    return _count(run[1][1][2]) - _count(run[0][1][2])


LETTERED = 1000  #: the number of a row named A or a


def _count(label: str) -> int:
    """Return the number of a row."""
    return int(label) if label.isdigit() else ord(label.lower()) - ord("a") + LETTERED
