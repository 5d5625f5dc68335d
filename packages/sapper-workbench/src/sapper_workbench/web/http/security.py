"""Access control: the checks before every answer, the security headers of every answer, and the
visitors of a shared server.

Other sites must not reach the server through a visitor's browser. Therefore the host name of a
request must be one of the server's own (against DNS rebinding), a POST must be JSON (other sites
can only post forms), and requests that the browser marks as cross-site are refused.

On a shared server each browser has a random name in a cookie that only the server can sign. Names
are not secret, because the ids of games contain them; the signature is. The server stores nothing
about visitors before they play, so new visitors cost nothing and are not limited.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from secrets import compare_digest, token_bytes, token_hex, token_urlsafe
from urllib.parse import parse_qs

from msgspec import json
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.errors import InputError
from sapper.files import write_file
from sapper.worker.pool import Caller
from sapper_workbench.web.http.fields import Refusal
from sapper_workbench.web.http.limits import Limits

#: The visitor of a shared server whose request is being answered.
CALLER: ContextVar[Caller | None] = ContextVar("CALLER", default=None)
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "sapper-token"
RETRY = 5  #: seconds after which a client may repeat a request that was one too many
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class Access:
    """The rules of access: a request must name one of the hosts ``names``, or any IP address if
    ``anywhere``, and have the ``token``, if there is one. ``visitors`` tells visitors apart;
    without it, all are the server's own user."""

    names: frozenset[str] = LOOPBACK
    anywhere: bool = False
    token: str | None = None
    visitors: Visitors | None = None

    def known(self, host: str) -> bool:
        """Return whether a Host header, with or without a port, names this server."""
        match = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?", host, re.ASCII)
        if match is None:
            return False
        name = match[1].strip("[]").lower().rstrip(".")
        return name in self.names or (self.anywhere and _address(name))


class Guard:
    """The outermost middleware: refuses requests, limits their bodies and adds security headers."""

    def __init__(self, app: ASGIApp, access: Access, limits: Limits) -> None:
        self._app, self._access, self._limits = app, access, limits
        self._now: Counter[str] = Counter()  # requests that are being answered, by address
        self._bodies: dict[asyncio.Timeout, str] = {}  # incomplete ones, by address, in order

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # websockets are not supported
            await send({"type": "websocket.close", "code": 1003})
            return

        cookie: str | None = None

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if name != "content-security-policy" or name not in headers:
                        headers[name] = value
                headers.setdefault("cache-control", "no-store")
                if cookie is not None:
                    headers.append("set-cookie", cookie)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None and self._access.visitors is not None:
            visitor, cookie = _visitor(self._access.visitors, scope)
            scope.setdefault("state", {})["visitor"] = visitor
            # Scripts that discard their cookies take turns as one caller.
            CALLER.set(Caller(_network(scope), "" if cookie else visitor))
        body = await self._body(scope, receive) if refusal is None else refusal
        if body is None:
            return
        if isinstance(body, Response):
            await body(scope, receive, send_secured)
            return
        address = _network(scope)
        refusal = self._crowd(address)
        if refusal is not None:
            await refusal(scope, receive, send_secured)
            return
        self._now[address] += 1
        try:
            await self._app(scope, body, send_secured)
        finally:
            self._now[address] -= 1
            if not self._now[address]:
                del self._now[address]

    def _crowd(self, address: str) -> Response | None:
        """Refuse a request if too many are being answered."""
        most = self._limits.requests
        if self._now.total() >= most:
            return refused(503, "too many requests at once: try again later")
        if self._access.visitors is not None and self._now[address] >= most // 2:
            return refused(429, "too many requests from your address at once: try again later")
        return None

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._access.known(hosts[0]):
            return refused(421, "an unknown host name")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != hosts[0]:
            return refused(403, "requests from other sites are not allowed")
        cross_site = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        navigated = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
        if cross_site and (not navigated or scope["path"].startswith("/api/")):
            return refused(403, "requests from other sites are not allowed")
        if self._access.token is not None:
            refusal = self._without_token(scope, headers, self._access.token)
            if refusal is not None:
                return refusal
        return None

    def _without_token(self, scope: Scope, headers: Headers, token: str) -> Response | None:
        """Refuse visitors without the token; the printed link stores it in a cookie."""
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if scope["path"] == "/" and "token" in query and _same(query["token"], token):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", max_age=30 * 86400)
            return answer
        cookies = _cookies(headers.getlist("cookie"), COOKIE)
        given = [*cookies, headers.get("authorization", "").removeprefix("Bearer ")]
        if _same(given, token):
            return None
        return refused(401, "this server requires a token: open the link that it printed")

    async def _body(self, scope: Scope, receive: Receive) -> Receive | Response | None:
        """Receive the whole body, and return a function that delivers it at once.

        Return a response if the body is too large or too slow, None if the visitor disconnects.
        """
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return receive
        limit = self._limits.body
        length = Headers(scope=scope).get("content-length", "0")
        too_large = refused(413, f"the request body is larger than {limit:,} bytes", close=True)
        if not re.fullmatch(r"\d{1,12}", length, re.ASCII) or int(length) > limit:
            return too_large
        body = bytearray()
        more = True
        try:
            async with asyncio.timeout(self._limits.patience) as deadline:
                with self._room(deadline, scope):
                    while more:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            return None
                        body += message.get("body", b"")
                        if len(body) > limit:
                            return too_large
                        more = message.get("more_body", False)
        except TimeoutError:  # or others needed the room
            return refused(408, "the request body did not arrive in time", close=True)
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def received() -> Message:
            return whole.pop() if whole else await receive()

        return received

    @contextmanager
    def _room(self, deadline: asyncio.Timeout, scope: Scope) -> Iterator[None]:
        """Count the body that is received in the block as incomplete. If there are too many, the
        oldest one of the address with the most of them is refused."""
        self._bodies[deadline] = _network(scope)
        if len(self._bodies) > self._limits.bodies:
            [(address, _)] = Counter(self._bodies.values()).most_common(1)
            oldest = next(key for key, other in self._bodies.items() if other == address)
            del self._bodies[oldest]
            oldest.reschedule(0)
        try:
            yield
        finally:
            self._bodies.pop(deadline, None)


def _visitor(visitors: Visitors, scope: Scope) -> tuple[str, str | None]:
    """Return the visitor of a request, and the cookie for a new one."""
    headers = Headers(scope=scope)
    visitor = visitors.known(headers.getlist("cookie"))
    if visitor is not None:
        return visitor, None
    page = scope["path"] == "/"
    if "authorization" in headers or not (page or scope["path"].startswith("/api/")):
        return PROGRAMS, None
    visitor = visitors.newcomer(_network(scope))
    return visitor, visitors.cookie(visitor)


def _network(scope: Scope) -> str:
    """Return the client's address, or the 64 bits of its IPv6 network, which may have any number
    of addresses."""
    client = scope.get("client")
    address: str = client[0] if client else ""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def refused(status: int, sentence: str, *, close: bool = False) -> Response:
    """Return the response to a refused request; ``close`` ends the connection."""
    headers = {"connection": "close"} if close else {}
    if status in (429, 503):
        headers["retry-after"] = str(RETRY)
    return Response(json.encode(Refusal(sentence)), status, headers, "application/json")


def _same(given: Iterable[str], token: str) -> bool:
    """Return whether one of the texts is the token; compare them in constant time."""
    return any(compare_digest(text.encode(), token.encode()) for text in given)


def _cookies(lines: Iterable[str], name: str) -> Iterator[str]:
    """Yield the values of a cookie in Cookie headers."""
    for line in lines:
        with suppress(CookieError):
            cookie = SimpleCookie(line).get(name)
            if cookie is not None:
                yield cookie.value


def _address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


VISITOR_COOKIE = "sapper-visitor"
YEAR = 365 * 24 * 3600
PROGRAMS = "0" * 16  #: the visitor for all programs that send the token without a cookie
GROUP = 4  #: digits at the start of a name that say from where the visitor came
_COOKIE = re.compile(r"([0-9a-f]{16})\.([0-9a-f]{32})", re.ASCII)


class Visitors:
    """The names of visitors, signed with a ``key``, which has to stay the same for visitors to be
    recognised.

    A name begins with the group of its visitor. Visitors who came from one address are in one
    group, so that a script that makes up visitors crowds out only the games of its own group.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def known(self, lines: Iterable[str]) -> str | None:
        """Return the visitor of some Cookie headers; None without a cookie of this server."""
        for value in _cookies(lines, VISITOR_COOKIE):
            match = _COOKIE.fullmatch(value)
            if match is not None and hmac.compare_digest(self._signature(match[1]), match[2]):
                return match[1]
        return None

    def newcomer(self, address: str) -> str:
        """Return the name of a new visitor, who comes from this address."""
        return self._signature(f"from {address}")[:GROUP] + token_hex(8)[GROUP:]

    def cookie(self, visitor: str) -> str:
        """Return the Set-Cookie header of a visitor."""
        value = f"{visitor}.{self._signature(visitor)}"
        return f"{VISITOR_COOKIE}={value}; HttpOnly; Max-Age={YEAR}; Path=/; SameSite=Lax"

    def _signature(self, visitor: str) -> str:
        return hmac.digest(self._key, visitor.encode(), "sha256").hex()[:32]


def group(visitor: str) -> str:
    """Return the group of a visitor: those who came from the same address."""
    return visitor[:GROUP]


def key_in(folder: Path) -> bytes:
    """Return the key in a folder; create it if it is missing. Raises ``InputError``."""
    return _kept(folder / "visitors.key", lambda: token_bytes(32))


def token_in(folder: Path) -> str:
    """Return the token in a folder; create it if it is missing. Raises ``InputError``."""
    path = folder / "token"
    text = _kept(path, lambda: f"{token_urlsafe(24)}\n".encode()).decode(errors="replace")
    return checked_token(text.strip(), str(path))


def checked_token(token: str, where: str) -> str:
    """Return a token. Raises ``InputError`` if it cannot be one, naming ``where`` it is."""
    if not re.fullmatch(r"[A-Za-z0-9._~-]{16,200}", token, re.ASCII):
        raise InputError(
            f"{where}: a token has 16 to 200 letters of the English alphabet, digits, and '-._~'"
        )
    return token


def _kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the content of a file that only its owner may read; create it if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            write_file(path, make(), private=True)
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
