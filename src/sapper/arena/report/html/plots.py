"""The plots of a report: a row for each player or pair, and strength against time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from sapper.arena.plan.contest import Family
from sapper.arena.report import words as words
from sapper.arena.report.html import canvas as draw
from sapper.arena.report.html.canvas import Scale, linear, logarithmic
from sapper.arena.report.html.elements import element
from sapper.arena.report.losses import PLACES
from sapper.arena.report.parts import ContestReport, PlayerReport
from sapper.estimate import interval_text

COLOURS = 8  #: number of colours for the parts of a bar

#: The colours of the places where games are lost, which make avoidable losses stand out.
PLACE_COLOURS = {"first move": 6, "forced guess": 0, "avoidable guess": 1, "unclear": 3}


def win_rates(contest: ContestReport) -> Element | None:
    """Plot the win rate of each player with games, with its interval."""
    played = [(k, p) for k, p in enumerate(contest.players, 1) if p.score.games]
    if not played:
        return None
    scale = linear((100 * end for _, player in played for end in player.score.interval), 0, 100)
    rows = [
        draw.row(
            [draw.named(number, player.score.player)],
            f"{words.won(player)}% ({words.won_between(player)})",
            draw.whisker(
                scale, 100 * player.score.win_rate, [100 * end for end in player.score.interval]
            ),
        )
        for number, player in played
    ]
    return draw.figure("Games won in %, with 95% intervals", [*rows, draw.axis(scale)])


def differences(contest: ContestReport) -> Element | None:
    """Plot the difference of each pair with common deals, with its interval."""
    if not contest.met:
        return None
    numbers = {p.score.player: k for k, p in enumerate(contest.players, 1)}
    scale = linear([0, *(100 * end for two in contest.met for end in two.interval)], -100, 100)
    rows = [
        draw.row(
            [
                draw.named(numbers[two.pair.a], two.pair.a),
                " − ",
                draw.named(numbers[two.pair.b], two.pair.b),
            ],
            f"{words.points(two.counts.difference)} ({words.points_between(two.interval)})",
            draw.whisker(
                scale,
                100 * two.counts.difference,
                [100 * end for end in two.interval],
                sure=two.p_holm < 0.05,
                zero=True,
            ),
        )
        for two in contest.met
    ]
    title = "Difference of games won in points, with 95% intervals; filled where p (Holm) < 0.05"
    return draw.figure(title, [*rows, draw.axis(scale)])


def decisions(contest: ContestReport) -> Element | None:
    """Plot a bar for each player: the shares of its moves by strategy."""
    colours = {name: k % COLOURS for k, name in enumerate(contest.strategies)}
    if not colours:
        return None
    rows = []
    for number, player in enumerate(contest.players, 1):
        counts = player.score.decisions
        total = sum(counts.values())
        if total:
            parts = [
                draw.BarPart(
                    words.name(name), counts[name] / total, colour, f"{counts[name]:,} moves"
                )
                for name, colour in colours.items()
                if name in counts
            ]
            label = [draw.named(number, player.score.player)]
            rows.append(draw.row(label, f"{total:,} moves", draw.bar(parts)))
    legend = draw.legend({words.name(name): colour for name, colour in colours.items()})
    return draw.figure("Moves by the strategy that decided them", [*rows, legend])


def losses(contest: ContestReport) -> Element | None:
    """Plot a bar for each player with replayed losses: the shares by place."""
    rows = []
    for number, player in enumerate(contest.players, 1):
        lost = player.losses
        if lost is not None and lost.sample:
            parts = [
                draw.BarPart(
                    place,
                    lost.share(place),
                    PLACE_COLOURS[place],
                    f"{interval_text(lost.interval(place), 0)}%",
                )
                for place in PLACES
                if lost.number(place)
            ]
            label = [draw.named(number, player.score.player)]
            rows.append(draw.row(label, words.looked_at(lost), draw.bar(parts)))
    if not rows:
        return None
    legend = draw.legend({place: PLACE_COLOURS[place] for place in words.places(contest)})
    return draw.figure(
        "Where games are lost, and how many lost games were replayed to find out", [*rows, legend]
    )


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
    """Both scales: CPU time on the horizontal axis, games won in percent on the vertical one."""

    across: Scale
    up: Scale

    def x(self, point: PlottedPlayer) -> str:
        """Return the horizontal position of a player."""
        return self.across.percent(point.milliseconds)

    def y(self, rate: float) -> float:
        """Return the vertical position of a win rate, from the top."""
        return round(EDGE + (TALL - 2 * EDGE) * (1 - self.up.place(100 * rate)), 1)


def strength_against_time(contest: ContestReport) -> Element | None:
    """Plot win rates over CPU time, or return None for fewer than two players with games.

    Lines connect players that differ only in a budget.
    """
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
    """Yield lines that connect the players of a family in the order of their budgets."""
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
    """Return a player's numbered dot with its vertical interval."""
    score = point.player.score
    x, middle = plane.x(point), plane.y(score.win_rate)
    low, high = (plane.y(end) for end in score.interval)
    return element(
        "g",
        element("line", class_="whisker", x1=x, x2=x, y1=low, y2=high),
        element("circle", class_="dot", cx=x, cy=middle, r=10),
        element("text", str(point.number), class_="number", x=x, y=middle + 4),
    )
