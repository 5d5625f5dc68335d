"""The page on notations says what they are."""

import json
import re
from pathlib import Path

from sapper.notation import DIGITS
from tests.sources import ROOT

DOCS = ROOT / "docs"
PAGE = DOCS / "notation.md"


def test_the_digits_of_the_table_are_those_of_the_links() -> None:
    page = PAGE.read_text(encoding="utf-8")
    cells = dict(re.findall(r"\| `(\w)`[^|]*\| ([^|]+?) (?=\|)", page))
    for value, digits in DIGITS.items():
        ranges = re.findall(r"`(\w)`(?:–`(\w)`)?", cells[value])
        answer = [chr(c) for a, b in ranges for c in range(ord(a), ord(b or a) + 1)]
        assert "".join(answer) == digits, value


def test_the_page_names_every_field_of_a_record() -> None:
    page = PAGE.read_text(encoding="utf-8")
    golden = Path(__file__).parents[1] / "records" / "golden.json"
    record = json.loads(golden.read_text(encoding="utf-8"))
    for field in (*record, *record["rules"], *record["steps"][0]):
        assert f"`{field}`" in page
