"""A visitor with a fresh profile gets what README and the first pages of the docs promise."""

from __future__ import annotations

import re
from string import ascii_uppercase

import pytest
from playwright.sync_api import Browser, Route

import sapper
from sapper.arena import turns
from sapper.game import LEVELS, PLAYS, Chance, Deal, Rules
from tests.sources import ROOT
from tests.web.browser import DESK, PHONE
from tests.web.screen import PAGE, Screen, screen

FIRST = PAGE / "app" / "views" / "first.js"
PAGES = ("README.md", "docs/start.md", "docs/workbench.md")


def _text(page: str) -> str:
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("page", PAGES)
def test_the_page_says_what_a_first_visitor_sees(page: str) -> None:
    assert "a board that plays itself" in _text(page)


#: Lets the page show each reason for a tenth of its time.
HURRIED = """(() => {
    const real = window.setTimeout;
    window.setTimeout = (call, wait, ...rest) => real(call, wait / 10, ...rest);
})();"""


def _reason(shown: Screen) -> str:
    return shown.page.locator(".first-why").inner_text()


def test_a_board_plays_itself_and_says_why(visitor: Screen) -> None:
    """Nothing is pressed: reasons follow each other, and the board and the buttons stay put."""
    page = visitor.page
    page.add_init_script(HURRIED)
    page.emulate_media(reduced_motion="no-preference")
    visitor.goto()
    page.get_by_role("heading", name="Minesweeper that says why").wait_for()
    page.locator(".first-reason").wait_for()
    places, reasons = set(), {_reason(visitor)}
    while len(reasons) < 4:
        boxes = (visitor.board, page.get_by_role("button", name="Watch it think"))
        places.add(tuple(tuple((box.bounding_box() or {}).values()) for box in boxes))
        reasons.add(_reason(visitor))
    assert len(places) == 1
    assert not visitor.wide()


@pytest.mark.parametrize("device", [DESK, PHONE])
@pytest.mark.server
def test_there_is_a_board_before_the_game_arrives(chrome: Browser, link: str, device: str) -> None:
    """It is in its place, so that nothing moves once the server has answered."""
    with screen(chrome, link, device) as visitor:
        page = visitor.page
        held: list[Route] = []
        page.route("**/api/watch?**", lambda route: held.append(route))
        visitor.goto()
        page.get_by_text("A new game").wait_for()
        play = page.get_by_role("button", name="Play", exact=True)
        before = [each.bounding_box() for each in (visitor.board, play)]
        visitor.until("document.querySelector('.first-board canvas').width > 100")
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        page.locator(".first-reason").wait_for()
        assert [each.bounding_box() for each in (visitor.board, play)] == before


def test_without_motion_a_button_makes_the_moves(desk: Screen) -> None:
    desk.goto()
    page = desk.page
    forward = page.get_by_role("button", name="Next move")
    for number in range(2, 8):
        page.locator(".first-why", has_text=f"Move {number}").wait_for()
        forward.click()


def test_a_first_visitor_meets_few_controls(desk: Screen) -> None:
    """At most twelve, beside the board and the links to the views' start and to the board."""
    desk.page.emulate_media(reduced_motion="no-preference")
    desk.goto()
    desk.page.locator(".first-reason").wait_for()
    controls = desk.page.locator("button:visible, a:visible, input:visible, summary:visible")
    extra = desk.page.locator(".skip, .brand, .cell-name")
    assert controls.count() - extra.count() <= 12


@pytest.mark.parametrize("way", ["Play", "the board"])
def test_play_starts_a_game_of_beginner_and_the_welcome_never_returns(
    desk: Screen, way: str
) -> None:
    desk.goto()
    desk.page.locator(".first-why").wait_for()
    if way == "Play":
        desk.page.get_by_role("button", name="Play").click()
    else:
        desk.click(4, 4)
    desk.page.get_by_text("A game is ready").wait_for()
    desk.page.get_by_text("Open every cell without a mine to win.").wait_for()
    assert len(desk.cells()) == 9
    desk.goto()
    desk.page.get_by_role("heading", name="Today").last.wait_for()
    assert desk.page.locator(".first").count() == 0
    other = Screen(desk.page.context.new_page(), desk.link)  # nor in another tab
    other.goto()
    other.page.get_by_role("heading", name="Today").last.wait_for()


def _seeds() -> list[int]:
    """The seeds of the games that a first visitor may see."""
    found = re.search(r"^const SEEDS = \[(.+)\];$", FIRST.read_text(encoding="utf-8"), re.M)
    assert found
    return [int(seed) for seed in found[1].split(",")]


@pytest.mark.parametrize("seed", _seeds())
def test_the_first_games_are_won_and_their_first_reasons_are_short_and_varied(seed: int) -> None:
    player, level = "swift", LEVELS["beginner"]
    deal = Deal.seeded(level.grid, level.mines, seed)
    chance = Chance(seed, PLAYS, 0)
    played = list(turns(player, Rules("opening"), deal, chance))
    assert played[-1].after.outcome == "won"
    assert 8 <= len(played) <= 20
    explained = [
        sapper.explain(turn.before, turn.step.decision.move.cell).steps
        for turn in played[1:8]
        if not turn.step.decision.guess
    ]
    assert len(explained[0]) <= 2
    assert max(map(len, explained)) <= 3
    assert len({step.pattern for steps in explained for step in steps}) >= 3


def test_the_letters_of_a_step_are_its_own(desk: Screen) -> None:
    """They follow A, and none is missing, whatever the steps before have named."""
    desk.page.add_init_script(HURRIED)
    desk.page.emulate_media(reduced_motion="no-preference")
    desk.goto()
    reasons: set[str] = set()
    while len(reasons) < 4:
        reason = desk.page.locator(".first-reason").inner_text()
        if reason not in reasons and re.search(r"\bat [A-Z]\b", reason):
            letters = {"A", *re.findall(r"\b[A-Z]\b", reason)}  # A is the cell of the move
            assert "".join(sorted(letters)) == ascii_uppercase[: len(letters)]
        reasons.add(reason)


@pytest.mark.server
def test_watch_it_think_shows_the_same_game(desk: Screen) -> None:
    with desk.page.expect_request("**/api/watch?*") as asked:
        desk.goto()
    seed = re.search(r"seed=\d+", asked.value.url)
    assert seed
    desk.page.locator(".first-why", has_text="Move 2").wait_for()

    def shown() -> list[str]:
        """The first row, without what is said about the move."""
        return [desk.words(0, column).partition(",")[0] for column in range(9)]

    row = shown()
    assert len(set(row)) > 1
    desk.page.get_by_role("button", name="Watch it think").click()
    desk.page.locator(".stepper-count", has_text=re.compile(r"/ [1-9]\d*$")).wait_for()
    assert "player=swift" in desk.address
    assert f"{seed[0]}&" in f"{desk.address}&"
    desk.page.get_by_label("Step", exact=True).fill("1")
    desk.page.locator(".stepper-count", has_text=re.compile("^1 /")).wait_for()
    assert shown() == row


def test_what_is_shared_comes_first(desk: Screen) -> None:
    """A link to a view or to a position shows that, to a first visitor too."""
    for address in ("#puzzles", "#play", "?analysis=3x1x1"):
        desk.goto(address)
        desk.page.locator("main.view").wait_for()
        assert desk.page.locator(".first").count() == 0


def test_a_first_game_is_as_the_pages_say(desk: Screen) -> None:
    """A game, and then the keys that the pages name."""
    desk.goto()
    desk.page.get_by_role("button", name="Play").click()
    desk.page.get_by_text("A game is ready").wait_for()
    desk.board.wait_for()
    for page in PAGES[:2]:
        keys = set(re.findall(r"\*\*(.)\*\*", _text(page)))
        assert keys <= {"h", "p", "u", "?"}, f"{page} names a key that this test does not press"
    desk.board.focus()
    desk.page.keyboard.press("Enter")
    desk.notice("Opened")
    desk.page.keyboard.press("h")
    desk.page.locator(".reason").first.wait_for()
    desk.page.keyboard.press("p")
    desk.page.get_by_role("button", name="Risks", pressed=True).wait_for()
    desk.page.keyboard.press("u")
    desk.notice(re.compile("[Uu]nd|back"))
    desk.page.keyboard.press("?")
    desk.page.get_by_role("dialog").get_by_text("undo").first.wait_for()


def test_a_first_visitor_is_a_click_away_from_the_lessons(visitor: Screen) -> None:
    visitor.goto("#play")
    visitor.page.get_by_role("link", name="Learn").first.click()
    visitor.page.get_by_role("link", name="Start with the first lesson").click()
    visitor.board.wait_for()
    assert visitor.address.endswith("#learn/number")


@pytest.mark.server
def test_a_game_that_comes_late_does_not_take_the_visitor_back_to_play(desk: Screen) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            waiting.append(route)
        else:
            route.continue_()

    desk.page.route("**/api/games", hold)
    desk.goto("#play")
    while not waiting:
        desk.page.wait_for_timeout(10)
    desk.page.get_by_role("link", name="Learn").click()
    with desk.page.expect_response("**/tree"):  # the page asks for it when the game has come
        waiting.pop().continue_()
    desk.page.get_by_role("link", name="Start with the first lesson").wait_for()
    desk.page.get_by_role("link", name="Play", exact=True).click()
    desk.board.wait_for()
    desk.page.go_back()
    desk.page.get_by_role("link", name="Start with the first lesson").wait_for()
    assert desk.address.endswith("#learn")
