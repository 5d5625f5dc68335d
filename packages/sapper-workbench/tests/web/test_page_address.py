"""Every view answers a change of its address: a link pasted in its tab, Back, and Forward."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from sapper_workbench.study.puzzles.package import puzzles
from tests.web.screen import Screen, screen

FIRST = "4x3x2\n1HHH\nHHHH\nHHHH"
SECOND = "5x3x2\nHHHHH\nHHHHH\nHHHHH"


def sized(columns: int) -> str:
    """Whether the board has so many columns."""
    return f"document.querySelector('[role=grid]')?.ariaColCount === '{columns}'"


def position(text: str) -> str:
    """An address of Analyse."""
    return "#analyse?position=" + text.replace("\n", "%0A")


def wide(columns: int) -> str:
    """The address of a puzzle on a board with so many columns."""
    found = (one for one in puzzles().by_id.values() if one.columns == columns)
    return f"#puzzles/{next(found).id}"


WATCHED = "#watch?player={}&level={}&seed={}&first=opening"
#: Two addresses of each view, and what is true where each is shown.
ADDRESSES = {
    "watch": [
        (WATCHED.format("csp", "beginner8", 7), f"{sized(8)} && {{}}.includes('csp')"),
        (
            WATCHED.format("single-point", "beginner", 5),
            f"{sized(9)} && {{}}.includes('single-point')",
        ),
    ],
    "play": [
        ("#play?level=beginner8&seed=3", sized(8)),
        ("#play?level=intermediate&seed=3", sized(16)),
    ],
    "analyse": [(position(FIRST), sized(4)), (position(SECOND), sized(5))],
    "puzzles": [(wide(9), sized(9)), (wide(30), sized(30))],
}


@pytest.mark.parametrize("view", ADDRESSES)
def test_a_view_shows_what_its_address_says(desk: Screen, view: str) -> None:
    (first, is_first), (second, is_second) = [
        (address, shown.replace("{}", "document.querySelector('.counters').innerText"))
        for address, shown in ADDRESSES[view]
    ]
    desk.goto(first)
    desk.until(is_first)
    for address, shown in ((second, is_second), (first, is_first)):
        desk.page.evaluate("(hash) => { location.hash = hash; }", address)
        desk.until(shown)
    desk.page.go_back()
    desk.until(is_second)
    desk.page.go_forward()
    desk.until(is_first)


def test_back_returns_to_the_game_before(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner8")
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    before = desk.address
    desk.deal("beginner")
    desk.until(sized(9))
    desk.page.go_back()
    desk.until(sized(8))
    assert desk.address == before
    assert "H" not in desk.cells()[0][0]
    desk.page.go_forward()
    desk.until(sized(9))


def test_another_player_plays_on_the_board_that_is_watched(desk: Screen) -> None:
    desk.goto(WATCHED.format("csp", "beginner8", 7))
    desk.page.locator(".decision").first.wait_for()
    form = desk.players()
    form.locator("[name=player]").select_option("single-point")
    form.get_by_role("button", name="Start").click()
    desk.until("location.hash.includes('player=single-point')")
    assert "seed=7" in desk.address
    desk.page.go_back()
    desk.until("document.querySelector('.counters').innerText.includes('csp')")


def test_a_damaged_position_in_the_address_is_refused_in_words(chrome: Browser, link: str) -> None:
    with screen(chrome, link) as shown:
        shown.goto("#analyse?position=%00%ff")
        shown.page.locator(".trouble", has_text="line 1").wait_for()


@pytest.mark.parametrize("address", ["#watch?level=beginner8&seed=7", "#play?level=beginner8"])
def test_an_address_that_names_only_a_board_shows_it(desk: Screen, address: str) -> None:
    desk.goto(address.partition("?")[0] + "?player=csp&level=beginner&seed=3")
    desk.until(sized(9))
    desk.page.evaluate("(hash) => { location.hash = hash; }", address)
    desk.until(sized(8))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#play?level=nosuch&seed=1", "Unknown level 'nosuch': expected"),
        ("#play?level=beginner8&seed=seven", " is not a valid seed: expected"),
        ("#play?level=beginner8&first=never", " is not a valid first: expected"),
        ("#watch?level=nosuch", "Unknown level 'nosuch': expected"),
    ],
)
def test_what_an_address_cannot_mean_is_said(desk: Screen, address: str, words: str) -> None:
    desk.goto(address)
    desk.board.wait_for()
    desk.notice(words)  # it stays: the board says nothing over it


def test_a_link_to_a_board_is_followed_from_a_game_that_is_not_here(desk: Screen) -> None:
    desk.goto("#play/nosuch")
    desk.page.get_by_text("Game not found").wait_for()
    desk.page.evaluate("location.hash = '#play?level=beginner8&seed=7'")
    desk.until(sized(8))
    assert desk.page.get_by_text("Game not found").count() == 0


def test_a_link_to_an_unknown_player_is_not_remembered(desk: Screen) -> None:
    desk.goto("#watch?player=nosuch&level=beginner8")
    desk.notice("Unknown player or strategy 'nosuch'")
    desk.goto("#watch")
    desk.page.get_by_role("button", name="Play", exact=True).click()
    desk.until("location.hash.includes('player=swift')")
    desk.until(sized(9))


def test_an_address_without_a_page_says_so_in_place_of_one(desk: Screen) -> None:
    desk.goto("#nowhere/at-all")
    desk.page.get_by_text("There is no page “nowhere” here.").wait_for()
    assert not desk.board.count()
    desk.page.get_by_role("main").get_by_role("link", name="Play").click()
    desk.board.wait_for()
