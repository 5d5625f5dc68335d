"""The documentation site: ``./uvw run --group docs sphinx-build -W -b html docs build/docs``."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

import sapper

DOCS = Path(__file__).parent
ROOT = DOCS.parent

project = "sapper"
author = "the sapper authors"
release = version = sapper.__version__

sys.path.append(str(DOCS))  # for the extension listings
extensions = ["listings", "myst_parser", "sphinx.ext.autodoc"]

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


def setup(app: Sphinx) -> None:
    """Connect the event; called by Sphinx."""
    app.connect("source-read", bring_in)
