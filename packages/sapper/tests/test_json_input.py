"""JSON from outside is read into its type, or refused in one sentence that names the field."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct, structs

from sapper.errors import NotationError
from sapper.json_input import read_json, read_value

Small = Annotated[int, Meta(ge=1, le=200)]


class Inner(Struct, forbid_unknown_fields=True):
    at: tuple[int, int]
    word: Literal["safe", "mine"] = "safe"


class Outer(Struct, forbid_unknown_fields=True):
    width: Annotated[Small | None, Meta(description="the number of columns")] = None
    name: Annotated[str, Meta(max_length=50)] = ""
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0
    on: bool = False
    count: Annotated[int, Meta(ge=0)] = 0
    inner: list[Inner] = []
    key: Small | Annotated[str, Meta(max_length=3)] = 1
    pair: tuple[int, str] = (0, "")
    counts: dict[str, int] = {}
    depth: float = 0.0


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('{"width": 0}', "'width': expected a whole number from 1 to 200, got 0"),
        ('{"width": "x"}', "'width': expected a whole number from 1 to 200, got 'x'"),
        ('{"width": true}', "'width': expected a whole number from 1 to 200, got true"),
        ('{"width": 5.0}', "'width': expected a whole number from 1 to 200, got 5.0"),
        (
            json.dumps({"name": "x" * 1000}),
            "'name': expected a string of at most 50 characters, got 1,000 characters",
        ),
        ('{"seconds": 0}', "'seconds': expected a number above 0, at most 60, got 0"),
        ('{"seconds": 1e999}', "'seconds': expected a number above 0, at most 60, got Infinity"),
        ('{"on": 1}', "'on': expected true or false, got 1"),
        ('{"count": -1}', "'count': expected a whole number of at least 0, got -1"),
        ('{"inner": {}}', "'inner': expected a list, got an object"),
        ('{"inner": [7]}', "'inner[0]': expected a JSON object, got 7"),
        (
            '{"inner": [{"at": [1]}]}',
            "'inner[0].at': expected a cell [row, column], got a list of 1 value",
        ),
        ('{"inner": [{"at": [1, "2"]}]}', "'inner[0].at[1]': expected a whole number, got '2'"),
        ('{"inner": [{}]}', "'inner[0]': the field 'at' is missing: expected a cell [row, column]"),
        (
            '{"inner": [{"at": [1, 2], "word": "wet"}]}',
            "'inner[0].word': expected mine or safe, got 'wet'",
        ),
        (
            '{"inner": [{"at": [1, 2], "wort": 1}]}',
            "'inner[0]': unknown field 'wort': did you mean 'word'?",
        ),
        (
            '{"key": null}',
            "'key': expected a whole number from 1 to 200 or a string of at most 3 characters, "
            "got null",
        ),
        ('{"pair": [1, 2, 3]}', "'pair': expected a list of 2 values, got a list of 3 values"),
        (
            '{"counts": {"a": "b"}}',
            "'counts': expected a JSON object with a whole number as each value, got an object",
        ),
        ('{"inner": [], "x - at `$.inner[0]": 1}', "unknown field"),
        ('{"inner": [], "x - at `$.pair[1]": 1}', "unknown field"),
        ("[]", "expected a JSON object, got a list of 0 values"),
        ("{", "line 1, column 2: expected a thing as JSON, but this is not valid JSON"),
        (
            '{\n "on": True}',
            "line 2, column 8: expected a thing as JSON, but this is not valid JSON",
        ),
        (b"\xff", "expected a thing as JSON in UTF-8"),
        ("[" * 100_000, "expected a thing as JSON without NaN, overlong numbers or deep nesting"),
        ('{"seconds": NaN}', "without NaN"),
        ('{"depth": 1e400}', "expected a thing as JSON with smaller numbers than 1e400"),
        ("\ufeff{}", "expected a thing as JSON without a byte order mark"),
        ("\ufeff{}".encode(), "expected a thing as JSON without a byte order mark"),
        ('{"name": "\\ud800"}', "unpaired surrogate"),
        ('{"\\ud800": 1}', "unpaired surrogate"),
    ],
)
def test_a_message_names_the_field_what_was_expected_and_what_there_is(
    source: str | bytes, sentence: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_json(source, Outer, "a thing")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_field_is_named_also_where_there_are_none() -> None:
    class Nothing(Struct, forbid_unknown_fields=True):
        """No fields."""

    value = {"x": {"x": 1}}
    with pytest.raises(NotationError, match=r"^unknown field 'x': expected no fields"):
        read_value(value, Nothing)
    with pytest.raises(NotationError, match=r"'\[0\]': unknown field 'x': expected no fields"):
        read_value([value], list[Nothing])
    with pytest.raises(NotationError, match="expected a JSON object"):
        read_value(value, dict[str, Nothing])


def test_texts_of_a_query_may_be_numbers() -> None:
    assert read_value({"width": "5", "on": "true"}, Outer, strict=False) == Outer(width=5, on=True)
    with pytest.raises(NotationError, match="'width': expected a whole number from 1 to 200"):
        read_value({"width": "5"}, Outer)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(Outer.__struct_fields__) | st.text(max_size=9), ANYTHING))
def test_anything_is_read_or_refused(found: dict[str, Any]) -> None:
    source, words = json.dumps(found), ""
    try:
        value = structs.asdict(read_json(source, Outer, "a thing"))
    except NotationError as error:
        words, value = str(error), found
    assert len(words) < 500
    for name, given_value in found.items():
        assert isinstance(given_value, list) or value[name] == given_value


@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    words = "expected"
    try:
        read_json(source, Outer, "a thing")
    except NotationError as error:
        words = str(error)
    assert "expected" in words


#: Four threads at once read two hundred types that nobody has read before.
AT_ONCE = """
import sys, threading
from msgspec import defstruct
from sapper.json_input import read_json, read_value
sys.setswitchinterval(1e-6)
value = {f"f{k}": {"a": 1, "b": [1]} for k in range(20)}
text = repr(value).replace("'", '"')
for number in range(200):
    inner = defstruct("Inner", [("a", int), ("b", list[int])])
    outer = defstruct("Outer", [(f"f{k}", inner) for k in range(20)])
    start, read = threading.Barrier(4), []
    def go(first: bool) -> None:
        start.wait()
        read.append(read_json(text, outer, "a test") if first else read_value(value, outer))
    threads = [threading.Thread(target=go, args=(k % 2 == 0,)) for k in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(read) == 4 and all(each == read[0] for each in read)
"""


def test_threads_read_new_types_at_once() -> None:
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", AT_ONCE], check=False)
    assert done.returncode == 0
