"""Elements of the plots in a report: rows, bars, axes, legends.

Horizontal places are percentages of the width, vertical ones pixels, so a drawing is as wide as the
page and its text always of one size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from sapper.arena.report import words as words
from sapper.arena.report.html.elements import element
from sapper.arena.report.html.scale import Scale
from sapper.estimate import hundredths

STRIP = 24  #: height of a row's drawing
ROOM = 0.12  #: the least share of a bar that has room for its figure


@dataclass(frozen=True)
class BarPart:
    """A part of a bar: its name and share, a number for its colour, and more words."""

    name: str
    share: float
    colour: int
    more: str


def named(number: int, player: str) -> Element:
    """A player with its number, as both stand in plots and tables."""
    badge = element("b", str(number), class_="badge")
    return element("span", badge, words.name(player), class_="named")


def figure(title: str, parts: Sequence[Element]) -> Element:
    """A plot under its title."""
    return element("figure", element("figcaption", title), *parts)


def row(label: Sequence[Element | str], figures: str, drawing: Element) -> Element:
    """A drawing under its name and figures."""
    name = element("span", *label, class_="name")
    return element(
        "div",
        element("div", name, element("span", figures, class_="figures"), class_="label"),
        drawing,
        class_="row",
    )


def whisker(
    scale: Scale,
    value: float,
    interval: Sequence[float],
    *,
    sure: bool = True,
    zero: bool = False,
) -> Element:
    """A dot on its interval, filled if ``sure``; ``zero`` marks where nothing is different."""
    middle = STRIP / 2
    drawing = element("svg", class_="strip", height=STRIP, aria_hidden="true")
    for tick in scale.ticks:
        kind = "zero" if zero and tick == 0 else "grid"
        x = scale.percent(tick)
        drawing.append(element("line", class_=kind, x1=x, x2=x, y1=0, y2=STRIP))
    low, high = (scale.percent(end) for end in interval)
    drawing.append(element("line", class_="whisker", x1=low, x2=high, y1=middle, y2=middle))
    kind = "dot" if sure else "dot open"
    drawing.append(element("circle", class_=kind, cx=scale.percent(value), cy=middle, r=6))
    return drawing


def bar(parts: Iterable[BarPart]) -> Element:
    """Shares side by side, each with its figure where there is room for it."""
    drawing = element("svg", class_="strip", height=STRIP, role="img")
    start = 0.0
    for part in parts:
        share = part.share
        figure = f"{hundredths(share, 0 if share >= ROOM else 1)}%"
        drawing.append(
            element(
                "rect",
                element("title", f"{part.name}: {figure} ({part.more})"),
                class_=f"part part-{part.colour}",
                x=f"{100 * start:.4g}%",
                width=f"{100 * share:.4g}%",
                y=1,
                height=STRIP - 2,
            )
        )
        if share >= ROOM:
            x = f"{100 * (start + share / 2):.4g}%"
            drawing.append(element("text", figure, class_="number", x=x, y=STRIP / 2 + 4))
        start += share
    return drawing


def legend(colours: Mapping[str, int]) -> Element:
    """Names with their colours."""
    legend = element("p", class_="legend")
    for name, colour in colours.items():
        legend.append(element("span", element("i", class_=f"part-{colour}"), name))
    return legend


def axis(scale: Scale, unit: str = "", *, inset: bool = False) -> Element:
    """The figures below a plot; ``inset`` plots have room for them beyond their ends."""
    drawing = element("svg", class_="axis", height=20, aria_hidden="true")
    for tick in scale.ticks:
        place = scale.place(tick)
        side = "middle" if inset or 0.04 < place < 0.96 else "start" if place < 0.5 else "end"
        label = f"{tick:g}".replace("-", "−") + unit
        drawing.append(
            element("text", label, class_="tick", x=scale.percent(tick), y=14, text_anchor=side)
        )
    return drawing
