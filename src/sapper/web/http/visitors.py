"""Visitors of a shared server: each browser has a random name in a cookie that only the server can
sign.

Names are not secret, because the ids of games contain them; the signature is. The server stores
nothing about visitors before they play, so cookies cost nothing. The limit on new visitors per
address slows down scripts that discard their cookies.
"""

from __future__ import annotations

import hmac
import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from secrets import token_bytes, token_hex

from sapper.errors import InputError

COOKIE = "sapper-visitor"
YEAR = 365 * 24 * 3600
PROGRAMS = "0" * 16  #: the visitor for all programs that send the token without a cookie
HOUR = 3600.0
ADDRESSES = 10_000  #: addresses whose new visitors are counted
_COOKIE = re.compile(r"([0-9a-f]{16})\.([0-9a-f]{32})", re.ASCII)


class Visitors:
    """The names of visitors, signed with a key.

    Args:
        key: The key, which has to stay the same for visitors to be recognised.
        newcomers: The most new visitors from one address in an hour.
    """

    def __init__(self, key: bytes, newcomers: int) -> None:
        self._key, self._newcomers = key, newcomers
        self._arrivals: OrderedDict[str, list[float]] = OrderedDict()

    def known(self, lines: Iterable[str]) -> str | None:
        """Return the visitor of some Cookie headers; None without a cookie of this server."""
        for line in lines:
            try:
                cookie = SimpleCookie(line).get(COOKIE)
            except CookieError:
                continue
            match = None if cookie is None else _COOKIE.fullmatch(cookie.value)
            if match is not None and hmac.compare_digest(self._signature(match[1]), match[2]):
                return match[1]
        return None

    def newcomer(self, address: str) -> str | None:
        """Return the name of a new visitor; None if the address has had too many lately."""
        now = time.monotonic()
        lately = [at for at in self._arrivals.pop(address, []) if at > now - HOUR]
        self._arrivals[address] = lately
        if len(self._arrivals) > ADDRESSES:
            self._arrivals.popitem(last=False)
        if len(lately) >= self._newcomers:
            return None
        lately.append(now)
        return token_hex(8)

    def cookie(self, visitor: str) -> str:
        """Return the Set-Cookie header of a visitor."""
        value = f"{visitor}.{self._signature(visitor)}"
        return f"{COOKIE}={value}; HttpOnly; Max-Age={YEAR}; Path=/; SameSite=Lax"

    def _signature(self, visitor: str) -> str:
        return hmac.digest(self._key, visitor.encode(), "sha256").hex()[:32]


def key_in(folder: Path) -> bytes:
    """Return the key in a folder; create it if it is missing. Raises ``InputError``."""
    path = folder / "visitors.key"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            draft = path.with_suffix(".new")
            draft.touch(0o600)
            draft.write_bytes(token_bytes(32))
            draft.replace(path)
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
