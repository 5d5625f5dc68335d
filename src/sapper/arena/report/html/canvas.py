"""The canvas of a report's plots: scales, rows, bars, axes and legends."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from sapper.arena.report import words as words
from sapper.arena.report.html.elements import element
from sapper.estimate import hundredths

STRIP = 24  #: height of a row's drawing
TICKS = 5  #: of a linear scale, approximately
ROOM = 0.12  #: minimum share of a bar with room for its figure


@dataclass(frozen=True)
class BarPart:
    """A part of a bar: its name, its share, the number of its colour, and a comment."""

    name: str
    share: float
    colour: int
    more: str


def named(number: int, player: str) -> Element:
    """Return a player with its number, as in plots and tables."""
    badge = element("b", str(number), class_="badge")
    return element("span", badge, words.name(player), class_="named")


def figure(title: str, parts: Sequence[Element]) -> Element:
    """Return a plot with its title."""
    return element("figure", element("figcaption", title), *parts)


def row(label: Sequence[Element | str], figures: str, drawing: Element) -> Element:
    """Return a drawing with its name and figures."""
    name = element("span", *label, class_="name")
    return element(
        "div",
        element("div", name, element("span", figures, class_="figures"), class_="label"),
        drawing,
        class_="row",
    )


def whisker(
    scale: Scale, value: float, interval: Sequence[float], *, sure: bool = True, zero: bool = False
) -> Element:
    """Return a dot on its interval, filled if ``sure``; ``zero`` emphasises the line at 0."""
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
    """Return stacked shares, each with its figure if there is room."""
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
    """Return a legend of names with their colours."""
    legend = element("p", class_="legend")
    for name, colour in colours.items():
        legend.append(element("span", element("i", class_=f"part-{colour}"), name))
    return legend


def axis(scale: Scale, unit: str = "", *, inset: bool = False) -> Element:
    """Return the axis below a plot; ``inset`` plots have room for labels beyond their ends."""
    drawing = element("svg", class_="axis", height=20, aria_hidden="true")
    for tick in scale.ticks:
        position = scale.place(tick)
        side = "middle" if inset or 0.04 < position < 0.96 else "start" if position < 0.5 else "end"
        label = f"{tick:g}".replace("-", "−") + unit
        drawing.append(
            element("text", label, class_="tick", x=scale.percent(tick), y=14, text_anchor=side)
        )
    return drawing


@dataclass(frozen=True)
class Scale:
    """A scale from ``low`` to ``high`` with tick marks; logarithmic if ``log``."""

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False

    def place(self, value: float) -> float:
        """Return the relative position of a value, from 0 at the low end to 1 at the high end."""
        low, high, value = (
            (math.log(x) for x in (self.low, self.high, max(value, self.low)))
            if self.log
            else (self.low, self.high, value)
        )
        return min(1.0, max(0.0, (value - low) / (high - low)))

    def percent(self, value: float) -> str:
        """Return the relative position of a value in percent, as an SVG attribute."""
        return f"{100 * self.place(value):.4g}%"


def linear(values: Iterable[float], least: float = -math.inf, most: float = math.inf) -> Scale:
    """Return a linear scale around the values, with round ends within ``least`` and ``most`` and
    about ``TICKS`` tick marks."""
    numbers = list(values)
    low, high = min(numbers), max(numbers)
    rough = max(high - low, 0.1) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    inside = [step * k for k in range(first, last + 1)]
    ends = max(inside[0], least), min(inside[-1], most)
    return Scale(*ends, tuple(tick for tick in inside if ends[0] <= tick <= ends[1]))


def logarithmic(values: Iterable[float]) -> Scale:
    """Return a logarithmic scale around positive values, with tick marks at powers of ten, and
    between them if there are few."""
    numbers = list(values)
    low, high = min(numbers) / 1.3, max(numbers) * 1.3
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks: tuple[float, ...] = ()
    for factors in (1,), (1, 3), (1, 2, 5):
        all_marks = (factor * 10.0**power for power in powers for factor in factors)
        ticks = tuple(mark for mark in all_marks if low <= mark <= high)
        if len(ticks) > 2:
            break
    return Scale(low, high, ticks, log=True)
