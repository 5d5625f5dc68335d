from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import DESK, PHONE, Screen, browser, chromium, screen, small_store
from tests.web.running import server
from tests.web.served import Client, served


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server shared by all tests that do not affect each other."""
    with served(tmp_path_factory.mktemp("games")) as client:
        yield client


@pytest.fixture(scope="session")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a store of results, for browsers."""
    chromium()
    results = tmp_path_factory.mktemp("results") / "small.db"
    small_store(results)
    played = tmp_path_factory.mktemp("played")
    with server("--data", str(played), "--results", str(results)) as running:
        yield f"{running.url}/"


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser for one module: its event loop would disturb later tests that use asyncio."""
    with browser() as started:
        yield started


@pytest.fixture(params=[DESK, PHONE])
def visitor(chrome: Browser, link: str, request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A new visitor, once on a desktop and once on a phone."""
    with screen(chrome, link, request.param) as shown:
        yield shown


@pytest.fixture
def desk(chrome: Browser, link: str) -> Iterator[Screen]:
    """A new visitor on a desktop."""
    with screen(chrome, link) as shown:
        yield shown
