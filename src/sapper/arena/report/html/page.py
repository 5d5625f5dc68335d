"""A report as a single HTML page with its style sheet, without scripts or other files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from xml.etree.ElementTree import Element

from sapper.arena.report import words as words
from sapper.arena.report.html import canvas as draw
from sapper.arena.report.html import plots as plots
from sapper.arena.report.html.elements import element, written
from sapper.arena.report.html.plots import strength_against_time
from sapper.arena.report.parts import ContestReport
from sapper.arena.report.report import Report
from sapper.arena.stats.statistics import p_value

STYLE = files(__package__).joinpath("page.css").read_text(encoding="utf-8")


#: The page loads and runs nothing, whatever names a store contains.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"

NOTES = (
    "All intervals are 95%: Wilson's for shares, Tango's score interval for the difference of two "
    "players on the same deals.",
    "p is the p-value of McNemar's exact test: the probability of a difference at least this large "
    "if both players were equally strong. p (Holm) is adjusted for the number of pairs in the "
    "contest: the probability of any p (Holm) below 0.05 by chance alone is at most 5%.",
    "A contest that was stopped by its sequential test answers the question of that test at the "
    "stated levels. Its intervals are then slightly too narrow, and its differences slightly too "
    "large.",
    "A game is lost at the first move, by a forced guess (no hidden cell was certainly safe) or by "
    "an avoidable one (there was such a cell). To determine which, the first lost games are "
    "replayed from their seeds; the table shows how many.",
    "CPU time is the time of the process or thread that played, on the machine named.",
)

Cell = Element | str


def html(report: Report) -> str:
    """Return the whole page."""
    contests = list(enumerate(report.contests, start=1))
    title = f"{words.name(report.store)} · sapper report"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", f"\n{STYLE}"),
    )
    body = element("body", element("h1", words.name(report.store)))
    if len(contests) > 1:
        body.append(_contents(contests))
    main = element("main", *(_contest(number, contest) for number, contest in contests))
    notes = element("footer", *(element("p", note) for note in NOTES))
    body.extend([main, notes])
    return written(element("html", head, body, lang="en"))


def _contents(contests: Iterable[tuple[int, ContestReport]]) -> Element:
    links = (
        element("li", element("a", _title(contest), href=f"#contest-{number}"))
        for number, contest in contests
    )
    return element("nav", element("ul", *links), aria_label="Contests")


def _title(contest: ContestReport) -> str:
    played = contest.entry.contest
    return f"{words.name(played.plan)} · {words.name(played.title)}"


def _contest(number: int, contest: ContestReport) -> Element:
    section = element("section", element("h2", _title(contest)), id=f"contest-{number}")
    kind = "quiet" if contest.complete else "warn"
    section.append(element("p", words.state(contest), class_=kind))
    section.append(_facts(contest))
    parts: list[Element | None] = [
        plots.win_rates(contest),
        _wide(_players(contest)),
        strength_against_time(contest),
        _wide(_trends(contest)) if contest.trends else None,
        plots.differences(contest),
        _wide(_pairs(contest)) if contest.met else None,
        plots.decisions(contest),
        plots.losses(contest),
        _wide(_losses(contest)) if any(p.losses or p.note for p in contest.players) else None,
    ]
    parts += [element("p", words.name(p.score.warning)) for p in contest.players if p.score.warning]
    section.extend(part for part in parts if part is not None)
    return section


def _facts(contest: ContestReport) -> Element:
    entry = contest.entry
    played = entry.contest
    board = f"{played.grid.width}×{played.grid.height}, {played.mines} mines"
    if played.grid.kind != "square":
        board += f", {played.grid.kind}"
    facts = {
        "board": board,
        "deals": f"of seed {played.seed}"
        if played.deals is None
        else f"of {words.name(played.deals.path)}",
        "started": words.name(entry.run.started),
        "machine": words.name(entry.run.machine),
        "sapper": ", ".join(map(words.name, entry.versions)) or words.name(entry.run.version),
    }
    listed = element("dl")
    for term, fact in facts.items():
        listed.extend([element("dt", term), element("dd", fact)])
    command = element("dd", element("code", words.name(entry.run.command)))
    listed.extend([element("dt", "command"), command])
    return element("details", element("summary", "How it was played"), listed)


def _players(contest: ContestReport) -> Element:
    best = max((player.score.win_rate for player in contest.players), default=0)
    rows: list[list[Cell]] = []
    for number, player in enumerate(contest.players, 1):
        score = player.score
        rate: Cell = words.won(player)
        if score.games and score.win_rate == best:
            rate = element("span", rate, class_="best")
        rows.append(
            [
                draw.named(number, score.player),
                f"{score.games:,}",
                rate,
                words.won_between(player),
                words.a_game(player.guesses),
                words.milliseconds(player.milliseconds),
            ]
        )
    heads = ["player", "games", "won %", "95% interval", "guesses per game", "CPU ms per game"]
    return _table(heads, rows)


def _trends(contest: ContestReport) -> Element:
    heads = ["effect of thinking", "budget", "points per doubling", "95% interval", "p"]
    return _table(heads, map(words.trend, contest.trends))


def _pairs(contest: ContestReport) -> Element:
    numbers = {p.score.player: k for k, p in enumerate(contest.players, 1)}
    rows: list[list[Cell]] = []
    for row in contest.met:
        pair = row.pair
        both = element("span")
        both.extend([draw.named(numbers[pair.a], pair.a), element("br")])
        both.append(draw.named(numbers[pair.b], pair.b))
        rows.append(
            [
                both,
                f"{pair.both:,}",
                f"{pair.only_a:,}",
                f"{pair.only_b:,}",
                f"{pair.neither:,}",
                words.points(row.counts.difference),
                words.points_between(row.interval),
                p_value(pair.p_value),
                p_value(row.p_holm),
            ]
        )
    heads = ["first, second", "both", "only first", "only second", "neither"]
    return _table([*heads, "difference", "95% interval", "p", "p (Holm)"], rows)


def _losses(contest: ContestReport) -> Element:
    shown = words.places(contest)
    rows: list[list[Cell]] = [
        [draw.named(number, player.score.player), *words.lost_at(player, shown)]
        for number, player in enumerate(contest.players, 1)
    ]
    return _table(["lost by", *(f"{place} %" for place in shown), "lost games replayed"], rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Element:
    head = element("tr", *(element("th", text, scope="col") for text in heads))
    body = (element("tr", *(element("td", cell) for cell in row)) for row in rows)
    return element("table", element("thead", head), element("tbody", *body))


def _wide(table: Element) -> Element:
    """Return a table that scrolls horizontally on a narrow screen."""
    return element("div", table, class_="wide", tabindex="0", role="region", aria_label="Table")
