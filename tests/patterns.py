"""Whether a regular expression takes linear time, by its structure.

A backtracking matcher takes more than linear time if a text can be split between two loops in many
ways, and no split matches. In terms of automata (A. Weber and H. Seidl, 1991, On the degree of
ambiguity of finite automata): there are two places in the expression, p and q, and a word that
leads from p to p, from p to q, and from q to q. A loop whose match may end at once is no danger,
because the matcher then succeeds. A search begins at any character, so it has an additional loop
in front.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

parser: Any = import_module("re._parser")

SEARCHES = {"search", "finditer", "findall", "sub", "subn", "split"}
SAMPLES = "aAzZ09_- \t\r\n\x0b!\"'()[]{},.;:=@#/\\é٣\x00\xff\u2028"
MANY = 100  #: a loop with a higher limit counts as unlimited

Test = Callable[[str], bool]


class LookaroundError(Exception):
    """A lookaround contains a loop, so its time depends on its surroundings."""


@dataclass
class Automaton:
    """The places of an expression that consume a character, and what connects them.

    ``empty`` has the edges that consume nothing, each with whether it may fail.
    """

    tests: dict[int, Test] = field(default_factory=dict)
    empty: dict[int, list[tuple[int, bool]]] = field(default_factory=dict)
    size: int = 0

    def node(self) -> int:
        self.size += 1
        self.empty[self.size] = []
        return self.size

    def link(self, start: int, end: int, *, fails: bool = False) -> None:
        self.empty[start].append((end, fails))

    def place(self, test: Test) -> tuple[int, int]:
        """Add a place; it is reached by its first node, and left by its second."""
        start = self.node()
        self.tests[start] = test
        return start, self.node()  # the node after a place is its successor

    def routes(self, node: int, seen: frozenset[int] = frozenset()) -> Iterator[int]:
        """Yield the places that are reached from a node, once for each way without a circle."""
        if node in self.tests:
            yield node
            return
        for end, _ in self.empty[node]:
            if end not in seen:
                yield from self.routes(end, seen | {node})

    def surely(self, node: int, goal: int) -> bool:
        """Return whether the end is reached without a character and without an assertion."""
        waiting, seen = [node], {node}
        while waiting:
            here = waiting.pop()
            if here == goal:
                return True
            if here in self.tests:
                continue
            ends = {end for end, fails in self.empty[here] if not fails} - seen
            seen |= ends
            waiting += ends
        return False


class Reader:
    """Builds the automaton of a parsed expression."""

    def __init__(self, flags: int) -> None:
        self.flags, self.made = flags, Automaton()
        self.characters = set(SAMPLES)

    def sequence(self, items: Iterable[tuple[Any, Any]], start: int) -> int:
        for name, value in items:
            start = self.item(str(name), value, start)
        return start

    def item(self, name: str, value: Any, start: int) -> int:
        made = self.made
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self.repeated(value[0], value[1], value[2], start)
        if name == "SUBPATTERN":
            return self.sequence(value[3], start)
        if name == "ATOMIC_GROUP":
            return self.sequence(value, start)
        if name == "BRANCH":
            end = made.node()
            for each in value[1]:
                begin = made.node()
                made.link(start, begin)
                made.link(self.sequence(each, begin), end)
            return end
        if name in ("ASSERT", "ASSERT_NOT"):
            if any(str(part) in ("MAX_REPEAT", "MIN_REPEAT") for part, _ in _parts(value[1])):
                raise LookaroundError
            end = made.node()
            made.link(start, end, fails=True)
            return end
        if name == "AT":
            end = made.node()
            if str(value) == "AT_BEGINNING" and self.flags & re.MULTILINE:
                # Only after a line break, which the loop in front of a search has to consume.
                place, behind = made.place(lambda character: character == "\n")
                made.link(start, place)
                made.link(behind, end)
            else:
                made.link(start, end, fails=True)
            return end
        if name == "GROUPREF":
            raise NotImplementedError("references to groups")
        place, behind = made.place(self.test(name, value))
        made.link(start, place)
        return behind

    def repeated(self, least: int, most: Any, body: Any, start: int) -> int:
        made = self.made
        unlimited = most is parser.MAXREPEAT or most > MANY
        # Two copies show how copies overlap in a loop around them.
        copies = 1 if unlimited else min(int(most), 2)
        needed = copies if not unlimited and least == most else min(least, 1)
        end = made.node()
        for number in range(copies):
            if number >= needed:
                made.link(start, end)
            begin = made.node()
            made.link(start, begin)
            start = self.sequence(body, begin)
            if unlimited:
                again = made.node()
                made.link(start, again)
                made.link(again, begin)
                start = again
        made.link(start, end)
        return end

    def test(self, name: str, value: Any) -> Test:
        ignore = bool(self.flags & re.IGNORECASE)
        if name == "ANY":
            return lambda c: bool(self.flags & re.DOTALL) or c != "\n"
        if name == "LITERAL":
            self.characters.add(chr(value))
            return lambda c: c == chr(value) or (ignore and c.lower() == chr(value).lower())
        if name == "NOT_LITERAL":
            self.characters.add(chr(value))
            return lambda c: c != chr(value)
        if name == "RANGE":
            low, high = map(chr, value)
            self.characters |= {low, high}
            return lambda c: (
                low <= c <= high
                or (ignore and any(low <= other <= high for other in (c.lower(), c.upper())))
            )
        if name == "CATEGORY":
            kind = str(value).removeprefix("CATEGORY_")
            letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[kind.removeprefix("NOT_")]
            known = re.compile(f"\\{letter}", self.flags & re.ASCII)
            return lambda c: (known.match(c) is None) == kind.startswith("NOT_")
        assert name == "IN", name
        negated = bool(value) and str(value[0][0]) == "NEGATE"
        tests = [self.test(str(part), each) for part, each in value[negated:]]
        return lambda c: any(test(c) for test in tests) != negated


def _parts(items: Any) -> Iterator[tuple[Any, Any]]:
    for name, value in items:
        yield name, value
        waiting = value if isinstance(value, tuple | list) else ()
        for each in waiting:
            if isinstance(each, parser.SubPattern):
                yield from _parts(each)


@dataclass(frozen=True)
class Graph:
    """The places of an expression, with what each accepts, and its successors."""

    accepts: dict[int, frozenset[str]]
    after: dict[int, list[int]]

    @cached_property
    def reach(self) -> dict[int, set[int]]:
        """The places that can be reached from each place in at least one step."""
        found: dict[int, set[int]] = {}
        for start in self.after:
            waiting, seen = list(self.after[start]), set(self.after[start])
            while waiting:
                new = set(self.after[waiting.pop()]) - seen
                seen |= new
                waiting += new
            found[start] = seen
        return found

    def together(self, start: int, end: int) -> bool:
        """Return whether a word leads from start to start, from start to end, and end to end."""
        reach = self.reach
        begin, goal = (start, start, end), (start, end, end)
        waiting, seen = [begin], {begin}
        while waiting:
            a, b, c = waiting.pop()
            for x in self.after[a]:
                if start != x and start not in reach[x]:
                    continue
                for y in self.after[b]:
                    common = self.accepts[x] & self.accepts[y]
                    if not common or (y != end and end not in reach[y]):
                        continue
                    for z in self.after[c]:
                        if (z != end and end not in reach[z]) or not common & self.accepts[z]:
                            continue
                        if (x, y, z) == goal and (x, y) != (start, start):
                            return True
                        if (x, y, z) not in seen:
                            seen.add((x, y, z))
                            waiting.append((x, y, z))
        return False


def fault(pattern: str | bytes, flags: int, method: str) -> str:
    """Return why a pattern may take more than linear time with a method of ``re``, or ''."""
    source = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    try:
        tree = parser.parse(source, flags & ~re.UNICODE if isinstance(pattern, bytes) else flags)
        reader = Reader(tree.state.flags | (re.ASCII if isinstance(pattern, bytes) else 0))
        made = reader.made
        start = made.node()
        first = start
        if method in SEARCHES and not _anchored(tree, reader.flags):
            before, behind = made.place(lambda character: True)
            made.link(start, before)
            made.link(behind, before)
            first = made.node()
            made.link(start, first)
            made.link(behind, first)
        last = reader.sequence(tree, first)
    except LookaroundError:
        return "a loop inside a lookaround"
    goal = last if method != "fullmatch" else 0
    accepts = {
        place: frozenset(filter(test, reader.characters)) for place, test in made.tests.items()
    }
    routes = {place: list(made.routes(place + 1)) for place in made.tests}
    graph = Graph(accepts, {place: list(dict.fromkeys(each)) for place, each in routes.items()})
    loops = [place for place in graph.after if place in graph.reach[place]]
    for place in loops:
        twice = {each for each in routes[place] if routes[place].count(each) > 1}
        if any(place in graph.reach[each] for each in twice):
            return "a loop that goes on in two ways"
    for p in loops:
        for q in loops:
            if p == q or q not in graph.reach[p] or made.surely(q + 1, goal):
                continue
            if graph.together(p, q):
                common = "".join(sorted(accepts[p] & accepts[q]))
                return f"two loops that share {common[:12]!r}"
    return ""


def _anchored(tree: Any, flags: int) -> bool:
    """Return whether a search can succeed at the start of the text only."""
    if not len(tree) or str(tree[0][0]) != "AT":
        return False
    at = str(tree[0][1])
    return at == "AT_BEGINNING_STRING" or (at == "AT_BEGINNING" and not flags & re.MULTILINE)
