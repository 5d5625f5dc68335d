"""HTML elements and tables; the standard library's element tree escapes their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, tostring


def element(tag: str, *children: Element | str, **attributes: str | float) -> Element:
    """Return an element with its children, which are elements or texts.

    The attribute ``class`` is passed as ``class_``, and ``-`` in names as ``_``.
    """
    made = Element(
        tag, {key.rstrip("_").replace("_", "-"): _text(value) for key, value in attributes.items()}
    )
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            made.append(child)
            last = child
        elif last is None:
            made.text = (made.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return made


def written(root: Element) -> str:
    """Return the text of a whole page."""
    return f"<!doctype html>\n{tostring(root, encoding='unicode', method='html')}\n"


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.10g}"


def tables(*parts: tuple[str, Sequence[str], Iterable[Sequence[str]]]) -> str:
    """Return tables below each other, each given by its title, header and rows."""
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
