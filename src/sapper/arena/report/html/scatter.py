"""The plot of strength against time: games won over CPU time per game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from sapper.arena.plan.budgets import Family
from sapper.arena.report import words as words
from sapper.arena.report.html import drawing as draw
from sapper.arena.report.html.elements import element
from sapper.arena.report.html.scale import Scale, linear, logarithmic
from sapper.arena.report.parts import ContestReport, PlayerReport

TALL = 300  #: height of the plot
EDGE = 12  #: margin above and below


@dataclass(frozen=True)
class PlottedPlayer:
    """A player in the plot, with its number."""

    number: int
    player: PlayerReport
    milliseconds: float


@dataclass(frozen=True)
class Plane:
    """Both scales: CPU time across, games won in percent upwards."""

    across: Scale
    up: Scale

    def x(self, point: PlottedPlayer) -> str:
        """The horizontal place of a player."""
        return self.across.percent(point.milliseconds)

    def y(self, rate: float) -> float:
        """The vertical place of a win rate, from the top."""
        return round(EDGE + (TALL - 2 * EDGE) * (1 - self.up.place(100 * rate)), 1)


def strength_against_time(contest: ContestReport) -> Element | None:
    """A numbered dot for each player that has played, or None for fewer than two. Lines join
    players that differ only in their budget."""
    points = {
        player.score.player: PlottedPlayer(number, player, player.milliseconds)
        for number, player in enumerate(contest.players, 1)
        if player.milliseconds
    }
    if len(points) < 2:
        return None
    ends = (100 * end for point in points.values() for end in point.player.score.interval)
    across = logarithmic(point.milliseconds for point in points.values())
    plane = Plane(across, linear(ends, 0, 100))
    drawing = element(
        "svg", element("title", "Games won over CPU time per game"), height=TALL, role="img"
    )
    drawing.extend(_grid(plane))
    for trend in contest.trends:
        drawing.extend(_line(plane, trend.family, points))
    drawing.extend(_point(plane, point) for point in points.values())
    legend = element("p", class_="legend")
    for name, point in points.items():
        time = f" {words.milliseconds(point.milliseconds)} ms"
        legend.append(element("span", draw.named(point.number, name), time))
    plot = element("div", drawing, draw.axis(across, " ms", inset=True), class_="inset")
    return draw.figure("Games won in % over CPU time per game, with 95% intervals", [plot, legend])


def _grid(plane: Plane) -> Iterator[Element]:
    for tick in plane.up.ticks:
        y = plane.y(tick / 100)
        yield element("line", class_="grid", x1="0", x2="100%", y1=y, y2=y)
        yield element("text", f"{tick:g}%", class_="tick", x=-8, y=y + 4, text_anchor="end")


def _line(plane: Plane, family: Family, points: dict[str, PlottedPlayer]) -> Iterator[Element]:
    """The players of a family joined in the order of their budgets."""
    for a, b in pairwise(points[name] for name in family.players if name in points):
        yield element(
            "line",
            class_="family",
            x1=plane.x(a),
            x2=plane.x(b),
            y1=plane.y(a.player.score.win_rate),
            y2=plane.y(b.player.score.win_rate),
        )


def _point(plane: Plane, point: PlottedPlayer) -> Element:
    """A player's number at its place, and its interval upright through it."""
    score = point.player.score
    x, middle = plane.x(point), plane.y(score.win_rate)
    low, high = (plane.y(end) for end in score.interval)
    return element(
        "g",
        element("line", class_="whisker", x1=x, x2=x, y1=low, y2=high),
        element("circle", class_="dot", cx=x, cy=middle, r=10),
        element("text", str(point.number), class_="number", x=x, y=middle + 4),
    )
