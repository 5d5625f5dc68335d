"""The site builds without warnings, loads nothing from elsewhere, and is complete."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html import escape, unescape
from importlib import import_module
from pathlib import Path

import click
import pytest

from sapper.cli import main
from sapper.players import STRATEGIES
from tests.docs.pages import DOCS, PAGES, links, named
from tests.once import once
from tests.sources import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return once(tmp_path_factory, "documentation", built)


def built(folder: Path) -> None:
    """Build the site; a warning is an error."""
    build = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def words(page: Path) -> str:
    """Return the visible text of a page, as one line."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", page.read_text(encoding="utf-8"))).split())


def below(context: click.Context) -> Iterator[click.Context]:
    """Yield the contexts of all commands of a group, and of their subcommands."""
    assert isinstance(context.command, click.Group)
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        assert command is not None
        found = click.Context(command, info_name=name, parent=context)
        yield found
        if isinstance(command, click.Group):
            yield from below(found)


def test_every_verb_and_every_option_is_documented(site: Path) -> None:
    page = words(site / "cli.html")
    for context in below(click.Context(main, info_name="sapper")):
        assert context.command.get_usage(context).removeprefix("Usage: ") in page
        records = [option.get_help_record(context) for option in context.command.params]
        for record in filter(None, records):
            assert " ".join(" ".join(record).split()) in page, f"{context.command_path}: {record}"


def test_the_search_finds_what_has_another_title(site: Path) -> None:
    """Sphinx lists entries of the index first, and then titles."""
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index[index.index("(") + 1 : index.rindex(")")])
    for term, page in (("no guess", "positions"), ("strategy", "strategy")):
        ((place, _, main),) = found["indexentries"][term]
        assert (found["docnames"][place], main) == (page, True)


def test_every_public_name_is_described(site: Path) -> None:
    head = re.compile(rb"(?:#.*\n){4}")
    inventory = (site / "objects.inv").read_bytes()
    described = zlib.decompress(inventory[head.match(inventory).end() :]).decode()  # type: ignore[union-attr]
    for package in ("sapper", "sapper_agents.planning", "mio", "limited_belief"):
        names = [name for name in import_module(package).__all__ if name != "__version__"]
        missing = [name for name in names if f"{package}.{name} py:" not in described]
        assert not missing, f"docs/api.md lacks {missing} of {package}"


def test_every_strategy_is_described(site: Path) -> None:
    headings = re.findall(
        r"<h3>.*?<span class=\"pre\">(.*?)</span>", (site / "players.html").read_text("utf-8")
    )
    assert headings == list(STRATEGIES)


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    loads = re.compile(r"""<(?:script|img|iframe|link)[^>]*?(?:src|href)=["'](?:https?:)?//""")
    for page in site.rglob("*.html"):
        assert not loads.search(page.read_text(encoding="utf-8")), page.name


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere_in_the_repository_too(page: Path) -> None:
    for link in links(page):
        assert (page.parent / link).exists(), link


def test_pages_beside_docs_are_all_on_the_site(site: Path) -> None:
    for page in PAGES:
        if DOCS not in page.parents and page != ROOT / "README.md":
            title = page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
            shown = site / page.relative_to(ROOT).with_suffix(".html")
            assert f"<h1>{escape(title)}" in shown.read_text(encoding="utf-8")
