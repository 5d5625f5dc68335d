"""The page as three files: the document, one script and one style sheet.

The sources in ``page/`` are ES modules and style sheets that browsers can load one by one from
``/index.html``, in about sixty requests. The server bundles them whenever one has changed, so after
an edit you only reload the page.

Each module becomes a function that returns its exports, without its comments, which are a seventh
of the compressed script. It is called after the modules that it imports.
This preserves the meaning of modules whose exports never change and that do not import each other
in a circle; others raise ``BundleError``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

DOCUMENT, SCRIPT, STYLE = "index.html", "bundle.js", "bundle.css"

_FROM = r'\s*from\s*"(?P<path>\.[^"]+)";?'
_IMPORT = re.compile(
    r"^import\s*(?:\{(?P<names>[^}]*)\}|\*\s*as\s+(?P<whole>\w+)|(?P<default>\w+))" + _FROM, re.M
)
_AGAIN = re.compile(r"^export\s*\{(?P<names>[^}]*)\}" + _FROM, re.M)
_NAMED = re.compile(r"^export (?P<kind>async function|function|class|const) (?P<name>\w+)", re.M)
_DEFAULT = re.compile(r"(?:^|(?<=;))export default ", re.M)
_LIST = re.compile(r"(?:^|(?<=[;}]))export\s*\{(?P<names>[^}]*)\};?[ \t]*$", re.M)
#: Lines that are only a comment, and blocks of documentation.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.M)
_LEFT = re.compile(r"^\s*(?:import|export)\b.*$", re.M)
_SHEET = re.compile(r'^[ \t]*<link rel="stylesheet" href="(?P<path>[^"]+)" />\n', re.M)
_ENTRY = re.compile(r'<script type="module" src="(?P<path>[^"]+)"></script>')
_PRELOAD = re.compile(r'^[ \t]*<link rel="modulepreload"[^>]*>\n', re.M)
_URL = re.compile(r'url\("(?P<path>[^":]+\.svg)"\)')


class BundleError(Exception):
    """A module cannot be bundled; the message names it."""


def script(folder: Path, entry: str) -> str:
    """Return the modules that an entry point imports, directly or indirectly, as one module.

    Raises ``BundleError`` for circular imports and for unsupported forms of import and export.
    """
    order = list(_imported_first(folder / entry, [], set()))
    numbers = {path: number for number, path in enumerate(order)}
    return "\n".join(_function(path, numbers) for path in order) + "\n"


def style(folder: Path, document: str) -> str:
    """Return the style sheets of a document as one for the same folder, with pictures inlined."""
    return "\n".join(_sheet(folder / path) for path in _SHEET.findall(document))


def document(source: str, script: str, style: str) -> str:
    """Return the document with its script and its style sheets replaced by the bundles."""
    head, *sheets = _SHEET.split(source)
    link = f'    <link rel="stylesheet" href="{style}" />\n'
    joined = head + link + sheets[-1] if sheets else head
    return _ENTRY.sub(f'<script type="module" src="{script}"></script>', _PRELOAD.sub("", joined))


def entry(document: str) -> str:
    """Return the path of the script that a document loads."""
    match = _ENTRY.search(document)
    if match is None:
        raise BundleError(f"{DOCUMENT}: expected a script of the type module")
    return match["path"]


def _imported_first(path: Path, above: list[Path], done: set[Path]) -> Iterator[Path]:
    """Yield a module after its imports, each module once."""
    path = path.resolve()
    if path in above:
        names = " imports ".join(each.name for each in (*above[above.index(path) :], path))
        raise BundleError(f"modules import each other in a circle: {names}")
    if path in done:
        return
    done.add(path)
    source = path.read_text(encoding="utf-8")
    for pattern in (_IMPORT, _AGAIN):
        for match in pattern.finditer(source):
            yield from _imported_first(path.parent / match["path"], [*above, path], done)
    yield path


def _function(path: Path, numbers: dict[Path, int]) -> str:
    """Return a module as a function that is called at once and returns its exports."""
    exports: list[str] = []

    def value(match: re.Match[str]) -> str:
        return f"$module{numbers[(path.parent / match['path']).resolve()]}"

    def imported(match: re.Match[str]) -> str:
        if match["whole"]:
            return f"const {match['whole']} = {value(match)};"
        named = f"default: {match['default']}" if match["default"] else _renamed(match["names"])
        return f"const {{ {named} }} = {value(match)};"

    def again(match: re.Match[str]) -> str:
        for name, other in _pairs(match["names"]):
            exports.append(f"{other}: {value(match)}.{name}")
        return ""

    def declared(match: re.Match[str]) -> str:
        exports.append(match["name"])
        return f"{match['kind']} {match['name']}"

    def listed(match: re.Match[str]) -> str:
        exports.extend(f"{other}: {name}" for name, other in _pairs(match["names"]))
        return ""

    def whole(match: re.Match[str]) -> str:
        exports.append("default: $default")
        return "const $default = "

    text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    text = _IMPORT.sub(imported, text)
    text = _AGAIN.sub(again, text)
    text = _NAMED.sub(declared, text)
    text = _DEFAULT.sub(whole, text)
    text = _LIST.sub(listed, text)
    left = _LEFT.search(text)
    if left is not None:
        raise BundleError(f"{path.name}: the server cannot bundle '{left[0].strip()[:60]}'")
    number = numbers[path]
    body = f"const $module{number} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();"
    return f"// {path.name}\n{body}"


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return the entries of a list of names, ``name`` or ``name as other``, as pairs."""
    entries = [entry.split(" as ") for entry in names.replace("\n", " ").split(",")]
    return [(entry[0].strip(), entry[-1].strip()) for entry in entries if entry[0].strip()]


def _renamed(names: str) -> str:
    """Return names to import as a destructuring pattern."""
    return ", ".join(name if name == other else f"{name}: {other}" for name, other in _pairs(names))


def _sheet(path: Path) -> str:
    """Return a style sheet with its pictures inlined."""

    def picture(match: re.Match[str]) -> str:
        data = base64.b64encode((path.parent / match["path"]).read_bytes()).decode()
        return f'url("data:image/svg+xml;base64,{data}")'

    return _URL.sub(picture, path.read_text(encoding="utf-8"))
