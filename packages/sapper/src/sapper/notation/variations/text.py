"""Writes and reads trees of moves as text.

The text follows PGN (S. J. Edwards, 1994, Portable Game Notation): moves with numbers, comments in
braces, variations in parentheses after the move that they replace, and ``*`` at the end. ``@``
follows the move at the cursor, and ``mark [1, 2]`` and ``arrow [1, 2] [3, 4]`` follow the move
after which they are on the board. The moves are preceded by the position or game that the tree
starts from. Move numbers, spaces and line breaks have no meaning.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NoReturn

from msgspec.structs import replace

from sapper.errors import InputError, NotationError, quoted
from sapper.game import Move
from sapper.notation.links.deflated import LinkField
from sapper.notation.variations.variations import (
    BY,
    CODE,
    NODES,
    Change,
    Entry,
    Kind,
    Variations,
    comment_of,
    marks_of,
    ordered,
)

WIDTH = 100  #: maximum line length, except for longer comments and moves
DEEPEST = 20  #: variations nested more deeply are not indented further
HEADING = {"game": "sapper-game", "position": "sapper-position"}
HERE, END = "@", "*"
#: The field of links that hold the text of a tree, deflated, in URL-safe base64.
TREE = LinkField("tree", "save it as a file")
VIEWS = {"game": "play", "position": "analyse"}


def write(tree: Variations) -> str:
    """Return the text of a tree: heading, start, and moves."""
    return f"{HEADING[tree.kind]}\n{tree.start}\n\n{moves_text(tree)}"


def link_of_tree(tree: Variations) -> str:
    """Return the link of a tree. Raises ``InputError`` if it would be too long."""
    return TREE.link(VIEWS[tree.kind], write(tree))


def moves_text(tree: Variations) -> str:
    """Return only the moves of a tree."""
    lines = _Lines()
    _annotate(lines, tree)
    if tree.at == 0 and tree.moves:
        lines.add(HERE)
    children = tree.children()
    depth = [0] * len(children)
    for number, entry in enumerate(tree.moves, start=1):
        depth[number] = depth[entry.parent] + 1
    waiting: list[int | str] = [*children[0][:1]]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            lines.opened() if found == "(" else lines.closed()
            continue
        entry = tree.moves[found - 1]
        lines.add(f"{depth[found]}. {move_text(entry.move, entry.by, entry.seconds)}")
        _annotate(lines, entry)
        if found == tree.at:
            lines.add(HERE)
        waiting += children[found][:1]
        together = children[entry.parent]
        if found == together[0]:
            for other in reversed(together[1:]):
                waiting += [")", other, "("]
    lines.add(END)
    return lines.text


def move_text(move: Move | Change, by: str | None = None, seconds: float = 0.0) -> str:
    """Return a move: ``open [3, 4] in 0.25s`` or ``[3, 4]=2, mines=9``."""
    if isinstance(move, Move):
        player = "" if by is None else f' by "{_escaped(by, chr(34))}"'
        time = f"{seconds:.3f}".rstrip("0").rstrip(".")
        return f"{move}{player}" + (f" in {time}s" if time != "0" else "")
    parts = [f"[{row}, {column}]={code}" for (row, column), code in move.cells]
    return ", ".join([*parts, *([] if move.mines is None else [f"mines={move.mines}"])])


def _annotate(lines: _Lines, noted: Variations | Entry) -> None:
    """Add the comment and the marks of a move or of the start."""
    if noted.comment:
        lines.add(f"{{{_escaped(noted.comment, '}')}}}")
    for cell in noted.marks:
        lines.add(f"mark {list(cell)}")
    for start, end in noted.arrows:
        lines.add(f"arrow {list(start)} {list(end)}")


def _escaped(text: str, end: str) -> str:
    """Return a text with a backslash before each backslash and each end mark."""
    return text.replace("\\", "\\\\").replace(end, f"\\{end}")


class _Lines:
    """Arranges words in lines; variations begin on new lines, indented by depth."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._line = ""
        self._depth = 0
        self._begun = False  # whether a parenthesis waits for its first word

    @property
    def text(self) -> str:
        return "\n".join([*self._done, self._line])

    def add(self, word: str) -> None:
        if self._begun:
            self._line, self._begun = f"{self._line}{word}", False
        elif self._line.strip() and len(self._line) + 1 + len(word) <= WIDTH:
            self._line += f" {word}"
        else:
            self._end()
            self._line = self._indent() + word

    def opened(self) -> None:
        self._end()
        self._depth += 1
        self._line = f"{self._indent()}("
        self._begun = True

    def closed(self) -> None:
        self._line += ")"
        self._end()
        self._depth -= 1

    def _end(self) -> None:
        if self._line.strip():
            self._done.append(self._line)
        self._line = ""

    def _indent(self) -> str:
        return "  " * min(self._depth, DEEPEST)


_CELL = r"\[\s*(\d{1,7})\s*,\s*(\d{1,7})\s*\]"
_PLAIN = re.sub(r"[(](?![?])", "(?:", _CELL)
_SET = rf"(?:{_PLAIN}\s*=\s*(?:{CODE})|mines\s*=\s*\d{{1,7}})"
_TOKEN = re.compile(
    rf"""(?P<space>\s+|\d+\.+)
    |(?P<comment>\{{(?:[^}}\\]|\\.)*\}})
    |(?P<action>open|flag|unflag|chord)\s*{_CELL}(?:\s*by\s*"(?P<by>(?:[^"\\]|\\.)*)")?
        (?:\s*in\s*(?P<seconds>\d{{1,8}}(?:\.\d{{1,9}})?)\s*s)?
    |(?P<change>{_SET}(?:\s*,\s*{_SET})*)
    |(?P<shape>mark\s*{_PLAIN}|arrow\s*{_PLAIN}\s*{_PLAIN})
    |(?P<mark>[()@*])""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_HEADED = re.compile(rf"\ufeff?\s*({'|'.join(HEADING.values())})[ \t\r]*(?:\n|$)")
_GAP = re.compile(r"\n[ \t]*\n")
_WORD = re.compile(r"\S+")
_PLACE = re.compile(_CELL, re.ASCII)
_PART = re.compile(rf"{_CELL}\s*=\s*({CODE})|mines\s*=\s*(\d{{1,7}})", re.ASCII)


def is_tree(text: str) -> bool:
    """Return whether a text begins like that of a tree."""
    return _HEADED.match(text) is not None


def read(source: str) -> tuple[Variations, list[str]]:
    """Return the tree in a text, and the place of each of its moves as ``line L, column C``.

    Raises ``NotationError`` naming line and column.
    """
    source = source.replace("\r\n", "\n")
    heading = _HEADED.match(source)
    if heading is None:
        raise NotationError(
            f"line 1: expected {' or '.join(map(repr, HEADING.values()))}, "
            f"got {quoted(source[:20].strip())}"
        )
    kind: Kind = "game" if heading[1] == HEADING["game"] else "position"
    gap = _GAP.search(source, heading.end())
    if gap is None:
        _refuse(source, len(source), "the text ends before an empty line and the moves")
    parser = _Parser(source, gap.end())
    head = source[heading.end() : gap.start()]
    start, *moves = parser.entries
    tree = Variations(
        kind=kind,
        start=head,
        moves=tuple(moves),
        comment=start.comment,
        at=parser.at,
        marks=start.marks,
        arrows=start.arrows,
    )
    tree, order = ordered(tree)
    lines = [0, *(match.end() for match in re.finditer("\n", source))]
    return tree, [_place(lines, parser.starts[old - 1]) for old in order]


def place_of(source: str, offset: int) -> str:
    """Return the line and column of an offset in a text, from 1."""
    return _place([0, *(match.end() for match in re.finditer("\n", source))], offset)


def _place(lines: list[int], offset: int) -> str:
    """Return the line and column of an offset in a text whose lines start at these offsets."""
    line = bisect_right(lines, offset)
    return f"line {line}, column {offset - lines[line - 1] + 1}"


def _refuse(source: str, offset: int, words: str) -> NoReturn:
    raise NotationError(f"{place_of(source, offset)}: {words}")


class _Parser:
    """Parses the moves of a text from an offset on."""

    def __init__(self, source: str, begin: int) -> None:
        self.source = source
        self.entries = [Entry(parent=0)]  # the first has the comment and marks of the start
        self.starts: list[int] = []  # of the moves, as offsets
        self.at = 0
        self._marked = False  # whether the text says where the cursor is
        self._here = 0
        self._open: list[tuple[int, int]] = []  # where to continue; its offset
        self._fresh = True  # whether no move was read since the last parenthesis
        self._read(begin)

    def _read(self, at: int) -> None:
        while at < len(self.source):
            token = _TOKEN.match(self.source, at)
            if token is None:
                self._unknown(at)
            if token["mark"] == END:
                self._end(token)
                return
            self._take(token)
            at = token.end()
        if self._open:
            where = place_of(self.source, self._open[-1][1])
            self._fail(at, f"the text ends inside the variation of {where}: expected ')'")
        self._fail(at, "the text ends without '*', so it may have been cut off")

    def _take(self, token: re.Match[str]) -> None:
        at = token.start()
        if token["comment"] is not None:
            self._remark(at, _plain(token["comment"][1:-1]))
        elif token["action"] is not None:
            row, column = token[4], token[5]
            by = None if token["by"] is None else _plain(token["by"])
            if by is not None and len(by) > BY:
                self._fail(at, f"the name of a player has at most {BY} characters")
            move = Move(token["action"], (int(row), int(column)))  # type: ignore[arg-type]
            self._move(at, move, by, float(token["seconds"] or 0))
        elif token["change"] is not None:
            self._move(at, _change(token["change"]))
        elif token["shape"] is not None:
            self._shape(at, token["shape"])
        elif token["mark"] == "(":
            if self._fresh and not self._here:
                self._fail(at, "a variation replaces a move, so it must follow one")
            if self._fresh:
                self._fail(at, "expected a move at the start of a variation, got '('")
            self._open.append((self._here, at))
            self._here, self._fresh = self.entries[self._here].parent, True
        elif token["mark"] == ")":
            if not self._open:
                self._fail(at, "this ')' ends no variation")
            if self._fresh:
                self._fail(at, "a variation needs a move")
            self._here, _ = self._open.pop()
        elif token["mark"] == HERE:
            if self._marked:
                self._fail(at, "'@' marks the cursor, so it can stand only once")
            self.at, self._marked = self._here, True

    def _move(
        self, at: int, move: Move | Change, by: str | None = None, seconds: float = 0.0
    ) -> None:
        if len(self.starts) == NODES:
            self._fail(at, f"a tree has at most {NODES:,} moves")
        self.entries.append(Entry.of(self._here, move, by=by, seconds=seconds))
        self.starts.append(at)
        self._here, self._fresh = len(self.starts), False

    def _remark(self, at: int, text: str) -> None:
        entry = self._annotated(at, "a comment")
        try:
            comment = comment_of(f"{entry.comment}\n{text}")
        except InputError as error:
            self._fail(at, str(error))
        self.entries[self._here] = replace(entry, comment=comment)

    def _shape(self, at: int, text: str) -> None:
        entry = self._annotated(at, "a mark")
        cells = [(int(row), int(column)) for row, column in _PLACE.findall(text)]
        arrow = [(cells[0], cells[1])] if len(cells) == 2 else []
        try:
            marks = marks_of([*entry.marks, *([] if arrow else cells)], [*entry.arrows, *arrow])
        except InputError as error:
            self._fail(at, str(error))
        self.entries[self._here] = replace(entry, marks=marks.cells, arrows=marks.arrows)

    def _annotated(self, at: int, what: str) -> Entry:
        """Return the entry that a comment or a mark belongs to."""
        if self._fresh and self._open:
            self._fail(at, f"expected a move at the start of a variation, got {what}")
        return self.entries[self._here]

    def _end(self, token: re.Match[str]) -> None:
        at = token.start()
        if self._open:
            where = place_of(self.source, self._open[-1][1])
            self._fail(at, f"got '*' inside the variation of {where}: expected ')'")
        rest = _WORD.search(self.source, token.end())
        if rest is not None:
            self._fail(rest.start(), "expected nothing after '*'")
        if not self._marked:
            self.at = self._last()

    def _last(self) -> int:
        """Return the end of the main line, where the cursor is unless the text says otherwise."""
        first: dict[int, int] = {}
        for number, entry in enumerate(self.entries[1:], start=1):
            first.setdefault(entry.parent, number)
        here = 0
        while here in first:
            here = first[here]
        return here

    def _unknown(self, at: int) -> NoReturn:
        if self.source[at] == "{":
            self._fail(at, "the comment that begins here does not end: expected '}'")
        got = quoted(self.source[at : at + 40].split("\n")[0])
        kind = "a move such as 'open [3, 4]' or '[3, 4]=2', '{comment}', '(variation)' or '*'"
        self._fail(at, f"expected {kind}, got {got}")

    def _fail(self, at: int, words: str) -> NoReturn:
        _refuse(self.source, at, words)


def _plain(text: str) -> str:
    """Return a text without the backslashes that escape characters."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _change(text: str) -> Change:
    cells, mines = [], None
    for part in _PART.finditer(text):
        row, column, code, number = part.groups()
        if number is not None:
            mines = int(number)
        else:
            cells.append(((int(row), int(column)), code))
    return Change(tuple(cells), mines)
