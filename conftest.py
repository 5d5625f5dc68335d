"""Configure the tests of all packages, and report the state of the kernel."""

import gc
import os
import signal
import time

import pytest
from hypothesis import HealthCheck, settings

from sapper.players import recipes
from tests.shards import shard
from tests.sources import ROOT, folder, interpreted

PACKAGE = folder("sapper")

NEW = os.environ.get("SAPPER_EXAMPLES") == "new"

# Shared machines stall: a slow example is no failure. Examples are the same every time, so that a
# test judges the change and not the day's luck; SAPPER_EXAMPLES=new looks for others, and more.
settings.register_profile(
    "sapper",
    max_examples=100 if NEW else 30,
    deadline=None,
    derandomize=not NEW,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sapper")

# Programs that tests start find the helpers of all packages too: they share the name ``tests``.
FOLDERS = [ROOT, *sorted(ROOT.glob("packages/sapper*")), ROOT / "papers"]
given = os.environ.get("PYTHONPATH", "")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [given, *map(str, FOLDERS)]))

# Tests build large structures and drop them whole: the collector, which looks for cycles at every
# 700 new objects, took up to half of the time of those that build the most.
gc.set_threshold(20_000)

# Days begin at the same time everywhere, also in the browsers and other programs that tests start.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

# Programs started in the background ignore Ctrl-C, and so would all that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kernel", metavar="DIR", help="fail unless the kernel is the one built in DIR"
    )
    parser.addoption(
        "--site",
        action="store_true",
        help="run the tests of the page on the static site, where Python answers in the browser",
    )
    parser.addoption(
        "--shard", metavar="K/N", type=shard, help="run the K-th of N parts of the tests"
    )


def pytest_report_header() -> str:
    state = " ".join(["interpreted:", *interpreted()]) if interpreted() else "compiled"
    return f"kernel {state}, from {PACKAGE}"


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests that stay to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    wanted = session.config.getoption("--kernel")
    if wanted and (interpreted() or ROOT / wanted / "sapper" != PACKAGE):
        pytest.exit(f"not the kernel compiled in {wanted}: {pytest_report_header()}", returncode=1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that drive a browser and those of the documentation, by where they are."""
    for item in items:
        folder = item.path.parent.name
        if folder == "docs":
            item.add_marker(pytest.mark.docs)
        elif folder == "web" and item.path.name.startswith("test_page_"):
            item.add_marker(pytest.mark.browser)


class Choice:
    """The order of the tests and the choice of a shard, after the marks have chosen."""

    @staticmethod
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
        # The tests that need a built site are the longest: they begin, so that none of them is left
        # to one worker while the others have nothing to do.
        items.sort(key=lambda item: "site" not in getattr(item, "fixturenames", ()))
        if chosen := config.getoption("--shard"):
            items[:], every = items[chosen], [*items]
            config.hook.pytest_deselected(items=[*{*every}.difference(items)])


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Choice())


@pytest.fixture(autouse=True)
def no_strategies_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test see the strategies that another one let join the recipes."""
    monkeypatch.setattr(recipes, "_used", {})


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep everything that a test may write by default out of the user's folders."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(tmp_path_factory.mktemp(name.lower()))
