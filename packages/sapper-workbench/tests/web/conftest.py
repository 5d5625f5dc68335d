import os
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from sapper_workbench.study import PROGRESS_FILE as LESSONS
from sapper_workbench.study import RATINGS_FILE as PUZZLES
from tests.lab.stores import small_store
from tests.once import once
from tests.web.browser import DESK, PHONE, browser, chromium
from tests.web.running import server
from tests.web.screen import Screen, screen
from tests.web.seeded import TEST, seed_draws
from tests.web.served import Client, served
from tests.web.site import built, file_server


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what no static site has."""
    if config.getoption("--site"):
        for item in items:
            if item.get_closest_marker("server"):
                item.add_marker(pytest.mark.skip(reason="needs sapper serve"))


@pytest.fixture(autouse=True, scope="session")
def name_of_test(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that tells servers which test is running, so that each draws its own games."""
    file = tmp_path_factory.mktemp("test") / "name"
    file.touch()
    os.environ[TEST] = str(file)
    seed_draws(file.read_text)
    return file


@pytest.fixture(autouse=True)
def _seeded_draws(request: pytest.FixtureRequest, name_of_test: Path) -> None:
    """Let servers deal this test the same games in every run."""
    name_of_test.write_text(request.node.nodeid)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server shared by all tests that do not affect each other."""
    with served(tmp_path_factory.mktemp("games")) as client:
        yield client


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the games, ratings and lessons of the server for browsers."""
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="session")
def link(
    tmp_path_factory: pytest.TempPathFactory, played: Path, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The address for browsers: a server with a store of results or, with ``--site``, the site."""
    chromium()
    if request.config.getoption("--site"):
        with file_server(request.getfixturevalue("site")) as files:
            yield files
        return
    results = tmp_path_factory.mktemp("results") / "small.db"
    small_store(results)
    with server("--data", str(played), "--store", str(results)) as running:
        yield f"{running.url}/"


@pytest.fixture(scope="session")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server without results, on which nobody finishes a game."""
    with server("--data", str(tmp_path_factory.mktemp("unused"))) as running:
        yield f"{running.url}/"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the static site, which tests do not change."""
    return once(tmp_path_factory, "static-site", built) / "site"


#: Closes the browser, while one runs.
RUNNING = ExitStack()
STARTED: list[Browser] = []


@pytest.fixture
def chrome() -> Browser:
    """A browser, which runs on while the next test needs one."""
    if not STARTED:
        STARTED.append(RUNNING.enter_context(browser()))
    return STARTED[0]


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which tests fail."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser if the next test needs none: its event loop would disturb one that uses
    asyncio. After a failure the next test gets a new one."""
    unneeded = nextitem is None or "chrome" not in getattr(nextitem, "fixturenames", ())
    if unneeded or item.stash.get(FAILED, False):
        STARTED.clear()
        RUNNING.close()


@pytest.fixture
def no_progress(played: Path) -> None:
    """Forget the lessons and puzzles that were solved, which the server keeps for its user."""
    for path in (*played.glob(LESSONS), *played.glob(f"{PUZZLES}*")):
        path.unlink()


@pytest.fixture(params=[DESK, PHONE])
def visitor(
    chrome: Browser, link: str, no_progress: None, request: pytest.FixtureRequest
) -> Iterator[Screen]:
    """A new visitor, once on a desktop and once on a phone."""
    with screen(chrome, link, request.param) as shown:
        yield shown


@pytest.fixture
def newcomer(chrome: Browser, tmp_path: Path) -> Iterator[Screen]:
    """A visitor on a desktop of a server that has kept nothing yet."""
    with server("--data", str(tmp_path)) as running, screen(chrome, f"{running.url}/") as shown:
        yield shown


@pytest.fixture
def desk(chrome: Browser, link: str, no_progress: None) -> Iterator[Screen]:
    """A new visitor on a desktop."""
    with screen(chrome, link) as shown:
        yield shown
