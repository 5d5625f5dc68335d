"""Tables as a piece of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, tostring

from sapper.arena.report.html.elements import element


def tables(*parts: tuple[str, Sequence[str], Iterable[Sequence[str]]]) -> str:
    """Return tables below each other, each given by its title, its head and its rows."""
    made = element("div", *(_table(*part) for part in parts))
    return tostring(made, encoding="unicode", method="html")


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
