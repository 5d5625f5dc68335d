"""The page as three files: joined from its modules, compressed, and kept by browsers."""

from __future__ import annotations

import asyncio
import gzip
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser
from starlette.applications import Starlette
from starlette.routing import Mount

import sapper_workbench
from sapper_workbench.web import LATER, SCRIPT, STYLE, BundleError, Page, later, script, style
from tests.web.screen import screen

PAGE = Path(sapper_workbench.__file__).parent / "web" / "page"


def modules(folder: Path, **sources: str) -> Path:
    """A folder of modules."""
    for name, source in sources.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    return folder


def run(code: str) -> str:
    """What a module prints."""
    node, _ = compute_driver_executable()
    command = [str(node), "--input-type=module", "-"]
    done = subprocess.run(command, input=code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_joined_modules_do_what_they_do_one_by_one(tmp_path: Path) -> None:
    folder = modules(
        tmp_path,
        main="""import whole from "./whole.js";
import * as all from "./parts.js";
import {
  first as one,
  Second,
} from "./again.js";
console.log(whole(2), all.third, one(), new Second().name, [...all.counted]);
""",
        again='export { first } from "./parts.js";\nexport { Second } from "./parts.js";\n',
        parts="""import twice from "./whole.js";
export const counted = [];
export function first() { counted.push(1); return later(); }
function later() { return "later"; }
export class Second { name = "second"; }
var a=3;export{a as third};
""",
        whole='console.log("once");export default function(x){return 2*x}',
    )
    node, _ = compute_driver_executable()
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    alone = subprocess.run([node, folder / "main.js"], capture_output=True, text=True, check=True)
    assert run(script(folder, "main.js")) == alone.stdout
    assert alone.stdout.splitlines() == ["once", "4 3 later second [ 1 ]"]


def test_modules_named_by_import_are_loaded_when_they_are_needed(tmp_path: Path) -> None:
    """They share the modules of the first script, and may load others in their turn."""
    folder = modules(
        tmp_path,
        main="""import { count } from "./both.js";
console.log("first", count());
import("./late.js").then(async ({ late, more }) => console.log(late(), count(), await more()));
""",
        both="let n = 0;\nexport function count() { return ++n; }\n",
        late="""import { count } from "./both.js";
console.log("loaded");
export const late = () => count();
export const more = async () => (await import("./last.js")).last;
""",
        last="export const last = 9;\n",
    )
    node, _ = compute_driver_executable()
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    alone = subprocess.run([node, folder / "main.js"], capture_output=True, text=True, check=True)
    (tmp_path / LATER).write_text(later(folder, "main.js"), encoding="utf-8")
    (tmp_path / SCRIPT).write_text(script(folder, "main.js"), encoding="utf-8")
    joined = subprocess.run([node, tmp_path / SCRIPT], capture_output=True, text=True, check=True)
    assert joined.stdout == alone.stdout == "first 1\nloaded\n2 3 9\n"
    assert "last = 9" in later(folder, "main.js")
    assert "last = 9" not in script(folder, "main.js")


def test_joined_modules_are_neither_indented_nor_spaced(tmp_path: Path) -> None:
    source = 'if (true) {\n\n  // why\n  console.log("  kept",\n\t`${\n    1 + 1\n  }`);\n}\n'
    joined = script(modules(tmp_path, main=source), "main.js")
    assert not re.search(r"^\s", joined, re.MULTILINE)
    assert run(joined) == "  kept 2\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("export let x = 1;", "cannot bundle 'export let x"),
        ('import "./other.js";', "cannot bundle 'import"),
        ('import { y } from "./other.js";\nexport const x = y;', "main.js imports other.js"),
    ],
)
def test_what_cannot_be_joined_is_named(tmp_path: Path, source: str, words: str) -> None:
    folder = modules(tmp_path, main=source, other='import { x } from "./main.js";')
    with pytest.raises(BundleError, match=re.escape(words)):
        script(folder, "main.js")


def test_style_sheets_carry_their_pictures() -> None:
    source = (PAGE / "index.html").read_text(encoding="utf-8")
    joined = style(PAGE, source)
    urls = re.findall(r"url\(([^)]*)\)", joined)
    assert urls
    assert all(url.startswith('"data:image/svg+xml;base64,') for url in urls)
    for sheet in (PAGE / "style").glob("*.css"):
        assert sheet.read_text(encoding="utf-8").splitlines()[-1] in joined


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PAGE, tmp_path / "page"))


class Visitor:
    """Asks for the files of a page."""

    def __init__(self, page: Page) -> None:
        self._page = Starlette(routes=[Mount("/", page)])

    def get(self, path: str, **headers: str) -> httpx.Response:
        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self._page)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                named = {name.replace("_", "-"): value for name, value in headers.items()}
                return await client.get(path, headers=named)

        return asyncio.run(answer())


@pytest.fixture
def visitor(copy: Path) -> Visitor:
    return Visitor(Page(copy))


def addresses(document: str) -> list[str]:
    """The style sheets and scripts that a document loads."""
    return re.findall(r'(?:rel="stylesheet" href|script type="module" src)="([^"]+)"', document)


def test_the_document_loads_one_script_and_one_style_sheet(visitor: Visitor) -> None:
    shown = visitor.get("/")
    assert shown.headers["cache-control"] == "no-cache"
    assert [each.partition("?")[0] for each in addresses(shown.text)] == [STYLE, SCRIPT]
    for address in addresses(shown.text):
        file = visitor.get(f"/{address}")
        assert file.status_code == 200
        assert "immutable" in file.headers["cache-control"]
        assert file.headers["content-encoding"] == "gzip"
        plain = visitor.get(f"/{address}", accept_encoding="identity")
        assert "content-encoding" not in plain.headers
        assert plain.content == file.content
        assert plain.headers["vary"] == file.headers["vary"] == "accept-encoding"
        assert len(gzip.compress(plain.content)) < len(plain.content) / 2


def test_a_file_that_the_browser_has_is_not_sent_again(visitor: Visitor) -> None:
    for path in ("/", f"/{SCRIPT}", f"/{STYLE}"):
        first = visitor.get(path)
        tag = first.headers["etag"]
        again = visitor.get(path, if_none_match=tag)
        assert (again.status_code, again.content) == (304, b"")
        other = visitor.get(path, if_none_match='"other"')
        assert other.content == first.content
        packed = visitor.get(path, if_none_match=tag, accept_encoding="identity")
        assert packed.status_code == (304 if path == "/" else 200)


def test_an_edited_module_is_there_after_a_reload(visitor: Visitor, copy: Path) -> None:
    before = addresses(visitor.get("/").text)
    with (copy / "app" / "main.js").open("a", encoding="utf-8") as file:
        file.write("void 'edited';\n")
    after = addresses(visitor.get("/").text)
    assert before[0] == after[0]
    assert before[1] != after[1]
    assert "void 'edited';" in visitor.get(f"/{after[1]}").text
    rest = re.findall(rf"{LATER}\?\w+", visitor.get(f"/{after[1]}").text)
    assert [visitor.get(f"/{address}").status_code for address in rest] == [200]
    assert visitor.get(f"/{LATER}?another").status_code == 404  # it fits another first script
    # An old address gets the current file, which must not be kept under that address.
    assert visitor.get(f"/{before[1]}").headers["cache-control"] == "no-cache"


@pytest.mark.slow
def test_a_first_visit_takes_few_requests_and_bytes(chrome: Browser, link: str) -> None:
    with screen(chrome, link, alone=True) as visitor:
        session = visitor.page.context.new_cdp_session(visitor.page)
        session.send("Network.enable")
        sizes: list[int] = []
        session.on(
            "Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"]))
        )
        visitor.goto("#play")
        visitor.board.wait_for()
        visitor.page.wait_for_load_state("networkidle")
        assert len(sizes) <= 12
        assert sum(sizes) < 130_000


@pytest.mark.slow
def test_the_modules_can_be_loaded_one_by_one(chrome: Browser, link: str) -> None:
    with screen(chrome, link) as visitor:
        visitor.goto("index.html#play")
        visitor.board.wait_for()
        assert len([each for each in visitor.requests if each.url.endswith(".js")]) > 40
