"""A report as one HTML page: the tables of the terminal, and plots drawn by matplotlib."""

from __future__ import annotations

from html import escape
from io import StringIO

from rich.table import Table

from sapper_lab import plots
from sapper_lab.cli.report_table import tables, title_of
from sapper_lab.report import ContestReport, Report, printable_name, state_text

#: The page loads and runs nothing, whatever names a store contains.
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 62rem; margin: 0 auto; padding: 1rem }
svg { width: 100%; height: auto; background: #fff }
.wide { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse }
th, td { padding: .2rem .6rem; text-align: right; vertical-align: top }
th { vertical-align: bottom; border-bottom: 1px solid }
th:first-child, td:first-child { text-align: left }
</style>
"""
NOTES = (
    "All intervals are 95%: Wilson's for shares, Tango's for the difference of two players on the"
    " same deals. p is that of McNemar's exact test; p (Holm) is adjusted for the number of pairs."
    " A contest that its sequential test stopped answers the question of that test; its intervals"
    " are slightly too narrow. CPU time is that of the machine named."
)


def page(report: Report) -> str:
    """Return the whole page. Raises ``InputError`` without matplotlib."""
    name = escape(printable_name(report.store))
    contests = "".join(map(_contest, report.contests))
    return (
        f"{HEAD}<title>{name} · sapper report</title></head>\n<body><h1>{name}</h1>\n{contests}"
        f"<p>{NOTES}</p></body></html>\n"
    )


def _contest(contest: ContestReport) -> str:
    warnings = [printable_name(p.score.warning) for p in contest.players if p.score.warning]
    paragraphs = [state_text(contest), *_facts(contest), *warnings]
    parts = [
        f"<h2>{escape(title_of(contest))}</h2>",
        *(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs),
        _plots(contest),
        *map(_table, tables(contest)),
    ]
    return f"<section>{chr(10).join(parts)}</section>\n"


def _facts(contest: ContestReport) -> tuple[str, str]:
    entry, played = contest.entry, contest.entry.contest
    deals = f"of seed {played.seed}" if played.deals is None else f"of {played.deals.path}"
    kind = "" if played.grid.kind == "square" else f", {played.grid.kind}"
    board = f"{played.grid.width}×{played.grid.height}, {played.mines} mines{kind}"
    versions = ", ".join(entry.versions) or entry.run.version
    run = f"Started {entry.run.started} on {entry.run.machine} with sapper {versions}"
    facts = f"{board}; deals {deals}. {run}."
    return printable_name(facts), printable_name(f"Command: {entry.run.command}")


def _plots(contest: ContestReport) -> str:
    figure = plots.contest(contest)
    if figure is None:
        return ""
    text = StringIO()
    about = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(text, format="svg", metadata=about)
    svg = text.getvalue()
    return f"<figure>{svg[svg.index('<svg') :]}</figure>"


def _table(table: Table) -> str:
    def row(tag: str, cells: tuple[object, ...]) -> str:
        texts = (escape(str(cell).strip()).replace("\n", "<br>") for cell in cells)
        return f"<tr>{''.join(f'<{tag}>{text}</{tag}>' for text in texts)}</tr>"

    heads = row("th", tuple(column.header for column in table.columns))
    body = "\n".join(
        row("td", cells) for cells in zip(*(c.cells for c in table.columns), strict=True)
    )
    wide = '<div class="wide" tabindex="0" role="region" aria-label="Table">'
    return f"{wide}<table><thead>{heads}</thead><tbody>{body}</tbody></table></div>"
