"""The documentation site: ``./uvw run --group docs sphinx-build -W -b html docs build/docs``."""

from __future__ import annotations

import gc
import os
import re
import sys
from pathlib import Path

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

import sapper

# A build keeps nearly all that it makes to its end: looking for garbage took a quarter of its time.
gc.disable()

DOCS = Path(__file__).parent
ROOT = DOCS.parent

project = "sapper"
author = "the sapper authors"
release = version = sapper.__version__

sys.path.append(str(DOCS))  # for the extension listings
extensions = ["listings", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_heading_anchors = 4  # links to headings, as on repository pages

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

smartquotes = False  # keep the two hyphens of --json

html_theme = "furo"
html_title = "sapper"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False

#: What people search for whose page has another title: the heading (in lower case) for each term.
SEARCH_TERMS = {
    "positions": {"no guess": "boards that need no guess"},
    "strategy": {"strategy": "a strategy in 20 lines"},
}

LINK = re.compile(r"(?<=\]\()[^)#\s]+")


def bring_in(app: Sphinx, docname: str, content: list[str]) -> None:
    """Replace the stub of a page whose text is elsewhere in the repository by that text.

    CONTRIBUTING.md, experiments/mio.md and others have stubs at the same place below docs/. Links
    are adjusted, and point to the page on the site if there is one.
    """
    page, home = DOCS / f"{docname}.md", ROOT / f"{docname}.md"
    if home.exists():
        content[0] = home.read_text(encoding="utf-8")
        app.env.note_dependency(str(home))
    else:
        home = page
    content[0] = LINK.sub(lambda link: moved(link[0], home.parent, page.parent), content[0])


def moved(link: str, home: Path, here: Path) -> str:
    """Rewrite a link of a page in the folder ``home`` for a page in the folder ``here``."""
    target = (home / link).resolve()
    if not target.exists():
        return link
    within = DOCS / os.path.relpath(target, ROOT)
    return os.path.relpath(within if within.exists() else target, here)


class SearchTerms(SphinxTransform):
    """Adds entries to the index, which the search of the site shows first."""

    default_priority = 800  # before the index is collected

    def apply(self, **kwargs: object) -> None:
        """Add the entries of this page."""
        for term, heading in SEARCH_TERMS.get(self.env.docname, {}).items():
            for section in self.document.findall(nodes.section):
                if heading in section["names"]:
                    place = nodes.make_id(f"index-{term}")
                    entry = addnodes.index(entries=[("single", term, place, "main", None)])
                    section.insert(1, [entry, nodes.target("", "", ids=[place])])


def setup(app: Sphinx) -> None:
    """Connect the event and the transform, and show the languages of ours as they are; called by
    Sphinx."""
    for language in ("believe", "limbo"):
        app.add_lexer(language, TextLexer)
    app.connect("source-read", bring_in)
    app.add_transform(SearchTerms)
