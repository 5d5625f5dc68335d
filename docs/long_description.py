"""The README as a package index shows it: there, links into the repository lead nowhere.

``setup.py`` calls this when the package is built. If ``pyproject.toml`` names the public address of
the repository (``Source`` in ``[project.urls]``), links and pictures become absolute. Without one,
pictures are left out, and of other links only the text remains.
"""

from __future__ import annotations

import re

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")


def long_description(readme: str, source: str | None) -> str:
    """Return the text of the README without relative links; ``source`` is the repository's address.

    >>> long_description("see [the docs](docs/start.md)", None)
    'see the docs'
    >>> long_description("![a board](docs/a.png)", "https://example.org/sapper")
    '![a board](https://example.org/sapper/raw/main/docs/a.png)'
    """

    def absolute(link: re.Match[str]) -> str:
        picture, text, path = link.groups()
        if source is None:
            return "" if picture else text
        kind = "raw" if picture else "blob"
        return f"{picture}[{text}]({source.rstrip('/')}/{kind}/main/{path})"

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(absolute, readme))
