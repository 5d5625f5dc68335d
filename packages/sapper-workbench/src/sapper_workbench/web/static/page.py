"""Serves the page: bundled into four compressed files, or file by file while it is edited.

The sources in ``page/`` are ES modules and style sheets that browsers can load one by one from
``/index.html``, in about sixty requests. The server bundles them into the document, two scripts and
one style sheet whenever one has changed, so after an edit you only reload the page. What is only
imported by ``import("./path.js")`` is in the later script, which is loaded when it is first needed.

Each module becomes a function that returns its exports. It is called after the modules that it
imports. Comments, a seventh of the compressed script, are left out, and so are empty lines and the
spaces at the beginnings of lines, a fortieth.
This preserves the meaning of modules whose exports never change, whose templates do not depend on
indentation (HTML ignores it), and that do not import each other in a circle; circles and
unsupported forms of import and export raise ``BundleError``.
"""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGE = Path(__file__).parents[1] / "page"  #: the folder of its files

AGAIN = "no-cache"  #: browsers revalidate the file each time
FOREVER = "max-age=31536000, immutable"  #: for addresses that change with the content
SMALL = 1_000  #: bytes up to which a file is not worth compressing


@dataclass(frozen=True)
class Joined:
    """A bundle of files, compressed and not."""

    content: bytes
    packed: bytes
    media_type: str
    digest: str

    @classmethod
    def of(cls, text: str, media_type: str) -> Joined:
        """Return the bundle of a text."""
        content = text.encode()
        digest = sha256(content).hexdigest()[:16]
        return cls(content, gzip.compress(content, mtime=0), media_type, digest)


class Page(StaticFiles):
    """The files of the page, bundled again whenever a file has changed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._folder = folder
        self._state: tuple[tuple[str, int], ...] = ()
        self._joined: Mapping[str, Joined] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """See ``StaticFiles``."""
        if path in (".", SCRIPT, LATER, STYLE) and scope["method"] in ("GET", "HEAD"):
            query = scope["query_string"].decode("latin-1")
            kept = self._joined.get(path)
            current = kept is not None and kept.digest == query
            file = (self._joined if current else self.joined())[path]
            if path != LATER or file.digest == query:  # another one needs another first script
                return _answer(file, scope)
        return await super().get_response(path, scope)

    def file_response(self, *args: object, **options: object) -> Response:
        """See ``StaticFiles``."""
        answer = super().file_response(*args, **options)  # type: ignore[arg-type]
        answer.headers["cache-control"] = AGAIN
        return answer

    def joined(self) -> Mapping[str, Joined]:
        """Return the current document, scripts and style sheet by path. Raises ``BundleError``."""
        files = sorted(path for path in self._folder.rglob("*.*") if path.is_file())
        state = tuple((str(path), path.stat().st_mtime_ns) for path in files)
        if state != self._state:
            source = (self._folder / DOCUMENT).read_text(encoding="utf-8")
            rest = Joined.of(later(self._folder, entry(source)), "text/javascript")
            address = f"{LATER}?{rest.digest}"
            code = Joined.of(script(self._folder, entry(source), address), "text/javascript")
            look = Joined.of(style(self._folder, source), "text/css")
            words = document(source, f"{SCRIPT}?{code.digest}", f"{STYLE}?{look.digest}")
            whole = Joined.of(words, "text/html")
            self._joined = {".": whole, SCRIPT: code, LATER: rest, STYLE: look}
            self._state = state
        return self._joined


def _answer(file: Joined, scope: Scope) -> Response:
    """Return a bundle, compressed if the browser accepts it; 304 if the browser has it already."""
    asked = Headers(scope=scope)
    pack = "gzip" in asked.get("accept-encoding", "") and len(file.content) > SMALL
    named = scope["query_string"].decode("latin-1") == file.digest
    tag = f'"{file.digest}{"-gzip" if pack else ""}"'
    headers = {"cache-control": FOREVER if named else AGAIN, "etag": tag, "vary": "accept-encoding"}
    if tag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if pack:
        headers["content-encoding"] = "gzip"
    return Response(
        file.packed if pack else file.content, media_type=file.media_type, headers=headers
    )


DOCUMENT, SCRIPT, LATER, STYLE = "index.html", "bundle.js", "later.js", "bundle.css"

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
_REMARK = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.M)  #: the same in style sheets
#: Types and comments at the ends of lines.
_ASIDE = re.compile(r"/\*\* @type \{[^*\n]*\} \*/ ?|(?<=[;,{)])[ \t]+// [^`\"'\n]*$", re.M)
_SPACE = re.compile(r"^\s+", re.M)  #: empty lines, and spaces at the beginnings of lines
_LATER = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_LEFT = re.compile(r"^\s*(?:import|export)\b.*$", re.M)
_SHEET = re.compile(r'^[ \t]*<link rel="stylesheet" href="(?P<path>[^"]+)" />\n', re.M)
_ENTRY = re.compile(r'<script type="module" src="(?P<path>[^"]+)"></script>')
_PRELOAD = re.compile(r'^[ \t]*<link rel="modulepreload"[^>]*>\n', re.M)
_URL = re.compile(r'url\("(?P<path>[^":]+\.svg)"\)')


class BundleError(Exception):
    """A module cannot be bundled; the message names it."""


def script(folder: Path, entry: str, later: str = LATER) -> str:
    """Return the modules that an entry point imports, directly or indirectly, as one module.

    ``later`` is the address of the script with those that ``import()`` names. Raises
    ``BundleError`` for circular imports and for unsupported forms of import and export.
    """
    first, rest, numbers = _ordered(folder / entry)
    joined = [_function(path, numbers) for path in first]
    if rest:
        known = ", ".join(f"$module{numbers[path]}" for path in first)
        joined.append(_LOADING.format(address=later, known=known))
    return "\n".join(joined) + "\n"


def later(folder: Path, entry: str) -> str:
    """Return the modules that only ``import()`` names, with their own imports, as one module.

    Its default export is a function of the modules of ``script``. Raises ``BundleError``.
    """
    first, rest, numbers = _ordered(folder / entry)
    known, new = (", ".join(f"$module{numbers[path]}" for path in paths) for paths in (first, rest))
    functions = "\n".join(_function(path, numbers) for path in rest)
    return f"export default ({{ {known} }}, $later) => {{\n{functions}\nreturn {{ {new} }};\n}};\n"


#: Loads the later script once, and returns one of its modules by name.
_LOADING = """var $rest;
function $later(name) {{
$rest ??= import("./{address}").then((loaded) => loaded.default({{ {known} }}, $later));
return $rest.then((modules) => modules[name]);
}}"""


def _ordered(entry: Path) -> tuple[list[Path], list[Path], dict[Path, int]]:
    """Return the modules of both scripts, each after its imports, and the numbers of all."""
    done: set[Path] = set()
    first = list(_imported_first(entry, [], done))
    order = [*first]
    for path in order:  # which grows as the loop goes on
        for match in _LATER.finditer(path.read_text(encoding="utf-8")):
            order.extend(_imported_first(path.parent / match["path"], [], done))
    return first, order[len(first) :], {path: number for number, path in enumerate(order)}


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

    text = _ASIDE.sub("", _COMMENT.sub("", path.read_text(encoding="utf-8")))
    text = _IMPORT.sub(imported, text)
    text = _LATER.sub(lambda match: f'$later("{value(match)}")', text)
    text = _AGAIN.sub(again, text)
    text = _NAMED.sub(declared, text)
    text = _DEFAULT.sub(whole, text)
    text = _LIST.sub(listed, text)
    left = _LEFT.search(text)
    if left is not None:
        raise BundleError(f"{path.name}: the server cannot bundle '{left[0].strip()[:60]}'")
    number = numbers[path]
    text = _SPACE.sub("", text).rstrip()
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
    """Return a style sheet with its pictures inlined, without comments and indentation."""

    def picture(match: re.Match[str]) -> str:
        data = base64.b64encode((path.parent / match["path"]).read_bytes()).decode()
        return f'url("data:image/svg+xml;base64,{data}")'

    text = _SPACE.sub("", _REMARK.sub("", path.read_text(encoding="utf-8")))
    return _URL.sub(picture, text)
