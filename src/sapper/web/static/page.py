"""Serves the page: bundled into three compressed files, or file by file while it is edited."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sapper.web.static.bundle import DOCUMENT, SCRIPT, STYLE, document, entry, script, style

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
        if path in (".", SCRIPT, STYLE) and scope["method"] in ("GET", "HEAD"):
            query = scope["query_string"].decode("latin-1")
            kept = self._joined.get(path)
            current = kept is not None and kept.digest == query
            return _answer((self._joined if current else self.joined())[path], scope)
        return await super().get_response(path, scope)

    def file_response(self, *args: object, **options: object) -> Response:
        """See ``StaticFiles``."""
        answer = super().file_response(*args, **options)  # type: ignore[arg-type]
        answer.headers["cache-control"] = AGAIN
        return answer

    def joined(self) -> Mapping[str, Joined]:
        """Return the current document, script and style sheet by path. Raises ``BundleError``."""
        files = sorted(path for path in self._folder.rglob("*.*") if path.is_file())
        state = tuple((str(path), path.stat().st_mtime_ns) for path in files)
        if state != self._state:
            source = (self._folder / DOCUMENT).read_text(encoding="utf-8")
            code = Joined.of(script(self._folder, entry(source)), "text/javascript")
            look = Joined.of(style(self._folder, source), "text/css")
            words = document(source, f"{SCRIPT}?{code.digest}", f"{STYLE}?{look.digest}")
            self._joined = {".": Joined.of(words, "text/html"), SCRIPT: code, STYLE: look}
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
