"""The result of a match as a piece of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, tostring

from sapper.arena.match.result import MatchResult
from sapper.arena.report.html.elements import element
from sapper.arena.stats.text import WON, p_value, won

PAIRS = ("first | second", "both", "only first", "only second", "neither", "p")


def match_html(result: MatchResult) -> str:
    """Return the tables of the players and of their pairs."""
    title = f"{result.level} · first move {result.first} · {result.games:,} games"
    players = [(one.player, *won(one)) for one in result.players]
    pairs = [
        (f"{one.a} | {one.b}", *(f"{n:,}" for n in one.counts), p_value(one.p_value))
        for one in result.pairs
    ]
    tables = [_table(title, ("player", *WON), players)]
    tables += [_table("the same deals", PAIRS, pairs)] if pairs else []
    return tostring(element("div", *tables), encoding="unicode", method="html")


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Element:
    def cells(tag: str, row: Sequence[str]) -> Element:
        aligned = ("left", *["right"] * (len(row) - 1))
        pairs = zip(row, aligned, strict=True)
        return element(
            "tr", *(element(tag, one, style=f"text-align:{side}") for one, side in pairs)
        )

    body = [cells("td", row) for row in rows]
    caption = element("caption", title, style="text-align:left")
    return element("table", caption, cells("th", head), *body)
