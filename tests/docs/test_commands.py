"""Every command shown in README, docs, experiments and bench exists, with all its options.

``test_examples`` runs the commands in ``sh`` and ``console`` blocks. These tests also cover
commands in tables and sentences, commands that take long, and commands with placeholders.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import click
import pytest

from sapper.cli import main
from tests.docs.commands import UnknownCommandError, all_options, options_named, parse, shown
from tests.docs.pages import PAGES, fences, named
from tests.sources import ROOT

#: All pages except the changelog, which may mention what no longer exists, and the how-tos with a
#: change, which mention what would be new: ``test_howtos`` runs that.
CURRENT = [page for page in PAGES if page.stem != "CHANGELOG" and not fences(page, "diff")]
#: Options of uv, pytest and the benchmarks that pages mention on their own.
OTHERS = {
    *("--group", "--extra", "--quick", "--than", "--log", "--start", "--pdb", "--shard", "--pool")
}


@pytest.mark.parametrize("page", CURRENT, ids=named)
def test_every_command_of_a_page_exists(page: Path) -> None:
    for words in shown(page.read_text(encoding="utf-8")):
        try:
            parse(words)
        except UnknownCommandError as error:
            pytest.fail(f"{named(page)} shows {' '.join(words)}: {error}")


@pytest.mark.parametrize("page", CURRENT, ids=named)
def test_every_option_of_a_page_exists(page: Path) -> None:
    assert options_named(page) <= known_options()


@cache
def known_options() -> set[str]:
    """Return all options of the program, and those of other programs."""
    return {*all_options(click.Context(main, info_name="sapper")), *OTHERS}


def test_many_commands_are_found() -> None:
    readme = [*shown((ROOT / "README.md").read_text(encoding="utf-8"))]
    assert ["sapper", "serve", "--open"] in readme  # after git clone … && ./uvw run
    assert ["sapper", "tui"] in readme  # in a sentence
    assert ["sapper", "analyse"] in readme  # at the end of a pipe
    cli = [*shown((ROOT / "docs" / "cli.md").read_text(encoding="utf-8"))]
    assert ["sapper", "optimum"] in cli  # in a table
    assert ["sapper", "world", "HARD10", "--player", "logic3", "--seed", "4"] in cli
    bench = [*shown((ROOT / "bench" / "README.md").read_text(encoding="utf-8"))]
    assert ["python", "-m", "bench", "--quick"] in bench


@pytest.mark.parametrize(
    "text",
    [
        "`sapper analyse --nothing`",
        "| `sapper guess` | a verb of nobody |",
        "as in `./uvw run sapper play --level expert\n--sed 29` here",
        "```console\n$ sapper convert FILE --to png\n```",
        "```sh\n./uvw run --extra gym sapper experiment gnomine-5x5 \\\n    --nothing 1\n```",
        "```text\nA=1 sapper match --player 'single-point > random' --gamess 1\n```",
        "```\n./uvw run sapper experiment 3x3-8\n```",
        "`sapper play | sapper review --board`",
        "`python -m bench games --slow`",
        "`python -m bench.nothing`",
    ],
)
def test_what_does_not_exist_is_found(text: str) -> None:
    (words,) = [words for words in shown(text) if words != ["sapper", "play"]]
    with pytest.raises(UnknownCommandError):
        parse(words)


@pytest.mark.parametrize(
    "text",
    [
        "`sapper convert FILE|LINK --to text|link|mbf|rawvf|record [-o FILE]`",
        "`sapper play --output` and `sapper VERB --help`",
        "`sapper experiment PLAN.toml --store results.db --scheduler tcp://HOST:8786`",
        "```text\nsapper's own, and sapper: a sentence\n```",
        "`python -m papers.studies.wins --player 'bssuct(seconds=1)' --seed 50`",
    ],
)
def test_placeholders_and_prose_are_no_mistakes(text: str) -> None:
    for words in shown(text):
        parse(words)
