"""What docs/design.md promises: tokens, contrast, few controls, looks of boards, and motion."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import sapper_workbench
from tests.sources import ROOT
from tests.web.browser import DESK, PATIENCE, PHONE
from tests.web.screen import Screen, screen

FRAME = 16  # milliseconds
STYLE = Path(sapper_workbench.__file__).parent / "web" / "page" / "style"
TOKENS = ("tokens.css", "looks.css")
LOOKS = ("lagoon", "classic", "paper", "night", "contrast")
COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]{6}|\d+ \d+ \d+|var\(--[\w-]+\));")

#: What a sheet says with a token.
SAID = re.compile(
    r"^\s*(font(?:-size)?|padding[a-z-]*|margin[a-z-]*|(?:row-|column-)?gap|[a-z-]*radius|"
    r"transition|animation|box-shadow):\s*([^;]*);",
    re.MULTILINE,
)
LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(")
LENGTH = re.compile(r"(?<![\w-])\d*\.?\d+(?:rem|px|m?s)\b")


def sheets() -> list[Path]:
    found = [path for path in sorted(STYLE.glob("*.css")) if path.name not in TOKENS]
    assert found
    return found


@pytest.mark.parametrize("path", sheets(), ids=lambda path: path.stem)
def test_sheets_take_colours_type_space_shape_and_time_from_tokens(path: Path) -> None:
    sheet = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert LITERAL.findall(sheet) == []
    said = [(name, value) for name, value in SAID.findall(sheet) if name != "box-shadow"]
    assert [pair for pair in said if LENGTH.search(pair[1])] == []


def test_scripts_name_no_colours() -> None:
    for path in (STYLE.parent / "app").rglob("*.js"):
        assert re.findall(r"#[0-9a-fA-F]{6}\b|\brgb\(\d", path.read_text(encoding="utf-8")) == []


def test_every_token_is_used_and_every_token_used_exists() -> None:
    sources = [*STYLE.glob("*.css"), *(STYLE.parent / "app").rglob("*.js")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    tokens = (STYLE / "tokens.css").read_text(encoding="utf-8")
    declared = set(re.findall(r"^\s*--([\w-]+):", tokens, re.MULTILINE))
    used = set(re.findall(r"var\(--([\w-]+)\)", text))
    assert {name for name in declared - used if name not in {"sans", "mono"}} == set()
    local = {"shape", "board-width"}  # set by a rule or by a script for its element
    looks = set(re.findall(r"--([\w-]+):", (STYLE / "looks.css").read_text(encoding="utf-8")))
    assert used - declared - looks - local == set()


def test_the_page_of_the_design_names_every_look_and_scale() -> None:
    words = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    for name in (*LOOKS, "text-xs", "text-xxl", "space-1", "space-9", "quick", "slow"):
        assert f"`{name}`" in words, name


def block(sheet: str, *selectors: str) -> dict[str, str]:
    """The colours that the rules of some selectors set, the later ones over the earlier."""
    found: dict[str, str] = {}
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    for selector, body in re.findall(r"^([^\n@/{}][^{}]*?) \{([^}]*)\}", sheet, re.MULTILINE):
        if " ".join(selector.split()) in selectors:
            found.update(COLOUR.findall(body))
    return found


def colours(look: str, dark: bool) -> dict[str, str]:
    """The colours of the page and of a look by name."""
    tokens, looks = ((STYLE / name).read_text(encoding="utf-8") for name in TOKENS)
    own, night = f'[data-look="{look}"]', '[data-theme="dark"]'
    page = block(tokens, ":root", *([f":root{night}"] if dark else []))
    page |= block(looks, ":where(:root, [data-look])")
    if dark or look == "night":
        page |= block(looks, f':where(:root{night}, {night} [data-look], [data-look="night"])')
    page |= block(looks, own, *([f":is({night} {own}, {night}{own})"] if dark else []))
    while any(value.startswith("var(") for value in page.values()):
        page = {
            name: page[value[6:-1]] if value.startswith("var(") else value
            for name, value in page.items()
        }
    return page


def luminance(colour: str) -> float:
    """Relative luminance (Web Content Accessibility Guidelines 2.2)."""
    if colour.startswith("#"):
        parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    else:
        parts = [int(part) for part in colour.split()]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in parts)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def below(colour: dict[str, str], pairs: list[tuple[str, str]], least: float) -> dict[str, float]:
    found = {" ".join(pair): contrast(colour[pair[0]], colour[pair[1]]) for pair in pairs}
    return {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_keeps_the_contrast_of_aa(dark: bool) -> None:
    grounds = ("ground", "panel", "sunken")
    pairs = [(ink, ground) for ink in ("ink", "ink-soft", "accent") for ground in grounds]
    pairs += [(tone, "panel") for tone in ("danger", "good", "warn")] + [("danger", "ground")]
    pairs += [(tone, f"{tone}-soft") for tone in ("danger", "good", "warn", "accent")]
    pairs += [("accent-ink", "accent"), ("face-ink", "face")]
    assert below(colours("lagoon", dark), pairs, 4.5) == {}
    assert below(colours("lagoon", dark), [("line-strong", "panel")], 3) == {}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("look", LOOKS)
def test_boards_keep_their_contrast_in_every_look(look: str, dark: bool) -> None:
    colour = colours(look, dark)
    floors = ("open", "open-alt", "fresh")
    pairs = [(f"clue-{clue}", floor) for clue in range(1, 9) for floor in floors]
    pairs += [("heat-ink", f"heat-{at}") for at in (0, 50, 100)]
    pairs += [("board-ink", "board-panel"), ("board-soft", "board-panel")]
    assert below(colour, pairs, 4.5) == {}
    signs = ("flag", "mark-ink", "mine-shown", "board-danger", "board-good")
    pairs = [(sign, tile) for sign in signs for tile in ("tile", "tile-alt")]
    pairs += [(f"board-{tone}", "fresh") for tone in ("accent", "good", "warn", "danger")]
    assert below(colour, pairs, 3) == {}


#: What the tab key stops at and a visitor sees, beside the link to the board, which is hidden, and
#: words in a text that are links.
CONTROLS = """() => [...document.querySelectorAll(
        "a[href]:not(li a), button, input, select, textarea, summary, [tabindex]")]
    .filter((each) => !each.disabled && each.tabIndex >= 0
        && each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && each.getBoundingClientRect().bottom > 0)
    .map((each) => each.ariaLabel ?? each.innerText)"""


@pytest.mark.parametrize("device", [DESK, PHONE])
@pytest.mark.parametrize("view", ["play", "watch"])
def test_a_visitor_meets_few_controls(chrome: Browser, link: str, device: str, view: str) -> None:
    with screen(chrome, link, device) as shown:
        # The history is that of all tests of this server; a visitor who has won may race as well.
        shown.page.route(
            "**/api/history/statistics?*", lambda route: route.fulfill(json={"levels": []})
        )
        shown.goto(f"#{view}")
        shown.board.wait_for()
        controls = shown.page.evaluate(CONTROLS)
        assert len(controls) <= 13, controls  # six of them views, and the menu of the others
        own = controls[controls.index("More") + 1 :]
        assert len(set(own)) == len(own), "one control has one name"


def test_the_face_gasps_deals_and_shows_how_the_game_ended(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("own size", 1, "any", width=2, height=1, mines=1)
    gasp = desk.page.locator(".face circle[r='3']")
    at = desk.cell(0, 0)
    box = desk.board.bounding_box()
    assert box is not None
    desk.page.mouse.move(box["x"] + at["x"], box["y"] + at["y"])
    desk.page.mouse.down()
    gasp.wait_for()
    desk.page.mouse.up()
    desk.page.locator(".result").wait_for()
    assert not gasp.count()
    ended = desk.page.locator(".face").inner_html()
    desk.page.get_by_role("button", name="New game").first.click()
    desk.notice("A new game.")
    assert desk.page.locator(".face").inner_html() != ended


def test_a_look_is_chosen_with_a_preview_and_kept(desk: Screen) -> None:
    desk.goto("#play")
    desk.board.wait_for()
    desk.menu("More").get_by_role("button", name="Preferences").click()
    desk.page.locator(".look canvas").first.wait_for()
    assert desk.page.locator(".look canvas").count() == len(LOOKS)
    desk.page.get_by_text("Night", exact=True).click()
    assert desk.page.evaluate("document.documentElement.dataset.look") == "night"
    desk.goto("#play")
    desk.board.wait_for()
    assert desk.page.evaluate("document.documentElement.dataset.look") == "night"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cells_open_in_rings_unless_motion_is_reduced(
    chrome: Browser, link: str, motion: str
) -> None:
    with screen(chrome, link, alone=True) as desk:  # the clock is that of the context
        clock = desk.page.clock  # it counts frames, however many a busy machine draws
        clock.install()
        desk.page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        desk.goto("#play")
        desk.deal("intermediate", 7)
        clock.pause_at(desk.page.evaluate("Date.now()") + 60_000)
        drawn = "Number(document.querySelector('[role=grid]').dataset.drawn)"
        before = desk.page.evaluate(drawn)
        desk.click(8, 8)
        opened = desk.page.locator(".notice", has_text="Opened")
        while not opened.count():
            clock.run_for(FRAME)
        clock.run_for(100 * FRAME)
        after = desk.page.evaluate(drawn)
        assert before < after
        assert (after > before + 12) == (motion == "no-preference")
        clock.run_for(100 * FRAME)
        assert desk.page.evaluate(drawn) == after


@pytest.mark.server
def test_the_page_can_be_installed_and_says_what_needs_the_server(
    chrome: Browser, link: str
) -> None:
    page_folder = STYLE.parent
    manifest = json.loads((page_folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in manifest["icons"]:
        assert (page_folder / icon["src"]).is_file()
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    context = chrome.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{link}#play")
    page.locator("[role=grid]").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for name in (*[icon["src"] for icon in manifest["icons"]], "manifest.webmanifest"):
        assert page.evaluate("(name) => fetch(name).then(({ status }) => status)", name) == 200
    context.set_offline(True)
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("heading", name="sapper cannot be reached").wait_for()
    assert "sapper serve" in page.inner_text("main")
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.locator(".view").wait_for()
    context.close()
