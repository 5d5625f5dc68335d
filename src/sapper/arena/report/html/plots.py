"""The plots of a report that have a row for each player or pair.

Numbers distinguish players; colours and labels distinguish the parts of a bar.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from sapper.arena.report import words as words
from sapper.arena.report.html import drawing as draw
from sapper.arena.report.html.scale import linear
from sapper.arena.report.losses import PLACES
from sapper.arena.report.parts import ContestReport
from sapper.estimate import interval_text

COLOURS = 8  #: how many parts of a bar have colours of their own

#: The colours of the places where games are lost; avoidable losses stand out.
PLACE_COLOURS = {"first move": 6, "forced guess": 0, "avoidable guess": 1, "unclear": 3}


def win_rates(contest: ContestReport) -> Element | None:
    """A dot with its interval for each player that has played games."""
    played = [(k, p) for k, p in enumerate(contest.players, 1) if p.score.games]
    if not played:
        return None
    scale = linear((100 * end for _, player in played for end in player.score.interval), 0, 100)
    rows = [
        draw.row(
            [draw.named(number, player.score.player)],
            f"{words.won(player)}% ({words.won_between(player)})",
            draw.whisker(
                scale,
                100 * player.score.win_rate,
                [100 * end for end in player.score.interval],
            ),
        )
        for number, player in played
    ]
    return draw.figure("Games won in %, with 95% intervals", [*rows, draw.axis(scale)])


def differences(contest: ContestReport) -> Element | None:
    """A dot with its interval for the difference of each pair that has met."""
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
    """A bar for each player: which strategies of its chain decided how many moves."""
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
    """A bar for each player whose lost games were replayed, with the places where they were
    lost."""
    rows = []
    for number, player in enumerate(contest.players, 1):
        found = player.losses
        if found is not None and found.sample:
            parts = [
                draw.BarPart(
                    place,
                    found.share(place),
                    PLACE_COLOURS[place],
                    f"{interval_text(found.interval(place), 0)}%",
                )
                for place in PLACES
                if found.number(place)
            ]
            label = [draw.named(number, player.score.player)]
            rows.append(draw.row(label, words.looked_at(found), draw.bar(parts)))
    if not rows:
        return None
    legend = draw.legend({place: PLACE_COLOURS[place] for place in words.places(contest)})
    return draw.figure(
        "Where games are lost, and how many lost games were replayed to find out", [*rows, legend]
    )
