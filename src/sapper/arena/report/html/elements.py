"""Elements of a page, by the standard library's tree of them: it escapes whatever is put in."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring


def element(tag: str, *children: Element | str, **attributes: str | float) -> Element:
    """An element with its children, elements and texts; ``class_`` is the attribute ``class``,
    and ``_`` within a name is ``-``."""
    found = Element(
        tag,
        {key.rstrip("_").replace("_", "-"): _text(value) for key, value in attributes.items()},
    )
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            found.append(child)
            last = child
        elif last is None:
            found.text = (found.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return found


def written(root: Element) -> str:
    """The text of a whole page."""
    return f"<!doctype html>\n{tostring(root, encoding='unicode', method='html')}\n"


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.10g}"
