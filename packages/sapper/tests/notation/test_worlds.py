"""Files of worlds: what is written can be read, and errors say where the mistake is."""

import doctest
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import (
    DAGGERS_AND_GOLD,
    HIDDEN,
    SIZES,
    Deal,
    Grid,
    Referee,
    Rules,
    World,
    seeded_world,
)
from sapper.notation import (
    KEYS,
    examples,
    find_world,
    parse_worlds,
    read_worlds,
    world_text,
    write_worlds,
)
from tests.sources import ROOT
from tests.strategies import deals, grids, rules

SHARED = ROOT.parent / "shared" / "worlds"
FILES = ("daggers-and-gold", "nettle", "obscured", "tornado")
PRINTED = ["EASY1", "EASY10", "MEDIUM2", "HARD4", "HARD10", "CUSTOM1", "CUSTOM2"]
LETTERS = "01238(12)#%=,;. dgbntmx\n\"'{}[]:_lives"

shared = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no maps in {SHARED.parent.name}/worlds")


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Any world: on any grid, under any rules, of any deal, with hints that can be opened."""
    deal = draw(deals(grids(), firsts=["any"]))
    mines = deal.mine_indices(deal.grid.playable[0], "any")
    if draw(st.booleans()):
        deal = Deal.of_mines(deal.grid, mines, deal.gold_indices(mines))
    elif not deal.gold:
        deal = replace(deal, order=deal.order[: draw(st.integers(deal.mines, len(deal.order)))])
    free = [deal.grid.cell(i) for i in deal.grid.playable if i not in mines]
    hints = draw(st.lists(st.sampled_from(free), max_size=3, unique=True)) if free else []
    name = draw(st.text(max_size=6) | st.text(alphabet='aB1 -"=#%\\', max_size=6))
    return World(name, deal, draw(rules()), tuple(hints))


def collections() -> st.SearchStrategy[dict[str, World]]:
    """One to four worlds by name."""
    many = st.lists(worlds(), min_size=1, max_size=4, unique_by=lambda world: world.name)
    return many.map(lambda found: {world.name: world for world in found})


def sentence(text: str) -> str:
    """What is said of a text, "" if it is read."""
    found, said = {}, ""
    try:
        found = parse_worlds(text)
    except InputError as error:
        said = str(error)
    assert "\n" not in said
    assert said.encode() if not found else _again(found) == found
    return said


def _again(found: dict[str, World]) -> dict[str, World]:
    return parse_worlds("\n\n".join(map(world_text, found.values())))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("worlds")


@given(written=collections())
def test_worlds_come_back_equal(folder: Path, written: dict[str, World]) -> None:
    texts = list(map(world_text, written.values()))
    assert list(parse_worlds("\n\n".join(texts)).items()) == list(written.items())
    assert parse_worlds("\n".join(texts)) == written
    write_worlds(folder / "some.world", written)
    assert read_worlds(folder / "some.world") == written
    write_worlds(folder / "some.world", written.values())
    assert read_worlds(str(folder / "some.world")) == written


@given(world=worlds(), first=st.integers(0, 24))
def test_a_world_read_back_is_the_same_game(world: World, first: int) -> None:
    """Wherever the rules let the first move displace a mine, it goes where it went."""
    twin = parse_worlds(world_text(world))[world.name]
    index = world.deal.grid.playable[first % len(world.deal.grid.playable)]
    games = [Referee(each.deal, each.rules) for each in (world, twin)]
    shown = []
    for game in games:
        try:
            shown.append(str(game.open(world.deal.grid.cell(index))))
        except RulesError as error:
            shown.append(str(error))
    assert shown[0] == shown[1]


@given(st.text(max_size=80) | st.text(alphabet=LETTERS, max_size=80))
def test_any_text_is_worlds_or_one_sentence(text: str) -> None:
    sentence(text)
    sentence(f"# a\n{text}")
    sentence(f'{{"a": ["1d"{text}')


@given(data=st.binary(max_size=80))
def test_any_bytes_are_worlds_or_one_sentence_that_names_the_file(
    folder: Path, data: bytes
) -> None:
    (folder / "junk.world").write_bytes(data)
    said = ""
    try:
        read_worlds(folder / "junk.world")
    except InputError as error:
        said = str(error)
    assert said == "" or said.startswith(f"{folder / 'junk.world'}: ")
    assert "\n" not in said


@given(worlds(), st.data())
def test_a_world_torn_or_miswritten_is_read_or_one_sentence(
    world: World, data: st.DataObject
) -> None:
    text = world_text(world)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    sentence(text[:start] + data.draw(st.text(alphabet=LETTERS, max_size=3)) + text[end:])


@given(worlds(), st.data())
def test_every_wrong_clue_is_told_by_its_cell_with_the_right_one(
    world: World, data: st.DataObject
) -> None:
    head, *lines = world_text(replace(world, name="w")).splitlines()
    places = [
        (row, column)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        if letter.isdigit() and "(" not in line
    ]
    if not places:
        return
    row, column = data.draw(st.sampled_from(places))
    right = lines[row][column]
    wrong = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != right]))
    lines[row] = lines[row][:column] + wrong + lines[row][column + 1 :]
    said = sentence("\n".join([head, *lines]))
    where = f"world w: line {row + 2}: the clue {wrong} at [{row}, {column}]"
    assert said == f"{where} should be {right}"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_remarks_blank_lines_and_line_ends_do_not_matter(end: str) -> None:
    lines = [
        "\ufeff% a remark",
        "",
        "# one",
        "% d dagger",
        "1d ",
        "% another",
        "11",
        "",
        "",
        "#two",
    ]
    text = end.join([*lines, "", "g0", ""])
    found = parse_worlds(text)
    assert found["one"].deal == Deal.of_mines(Grid(2, 2), frozenset({1}))
    assert found["two"].deal == Deal.of_mines(Grid(2, 1), frozenset(), frozenset({0}))


def test_a_lone_map_needs_no_name_and_has_that_of_its_file(folder: Path) -> None:
    (folder / "attic.map").write_text("\n% up there\n1d\n11\n")
    assert list(read_worlds(folder / "attic.map")) == ["attic"]
    assert list(parse_worlds("1d\n11")) == ["world"]


def test_clues_need_not_be_given() -> None:
    assert parse_worlds("..d\n...\ng..") == parse_worlds("01d\n011\ng00")


def test_options_are_those_of_daggers_and_gold_unless_given() -> None:
    (plain,) = parse_worlds("# plain\n1d").values()
    assert (plain.rules, plain.hints, plain.deal.grid.kind) == (DAGGERS_AND_GOLD, (), "square")
    options = "first=safe lives=2 zeros=closed won=flagging signs=counts gold=known"
    (other,) = parse_worlds(f"# other world {options} grid=torus hints=0,0;1,2\n1d1\n111").values()
    assert other.rules == Rules("safe", False, 2, "flagging", "counts", True)
    assert (other.name, other.deal.grid.kind) == ("other world", "torus")
    assert other.hints == ((0, 0), (1, 2))


def test_only_options_that_differ_are_written() -> None:
    world = World("a", Deal.of_mines(Grid(2, 1, blocked=frozenset({0})), frozenset({1})))
    assert world_text(world) == "# a\nbd"
    other = replace(world, name="a=b", rules=Rules("any", lives=2))
    assert world_text(other) == '# "a=b" lives=2 signs=none\nbd'


def test_an_ordering_is_written_where_the_map_does_not_say_it() -> None:
    deal = Deal(Grid(2, 2), 1, (3, 1, 0, 2))
    assert world_text(World("a", deal)) == "# a order=3,1,0,2\n11\n1d"
    assert parse_worlds("# a order=3,1,0,2\n11\n1d")["a"].deal == deal


@pytest.mark.parametrize(
    ("text", "kind", "signs", "hints"),
    [
        ("0d\n..", "square", "all-marks", ()),
        ("1n\n..", "square", "none", ()),
        ("1t\n..", "hex", "none", ()),
        (".m\n..", "square", "none", ((0, 0), (1, 1))),
        ("m.\n..", "square", "none", ((1, 1),)),
        ("mb\n.b", "square", "none", ()),
        ("b.\n..", "square", "all-marks", ()),
    ],
)
def test_the_letters_decide_the_game(
    text: str, kind: str, signs: str, hints: tuple[tuple[int, int], ...]
) -> None:
    text = text.replace("0d", "1d")
    for source in (text, json.dumps({"world": text.split("\n")})):
        (world,) = parse_worlds(source).values()
        assert (world.deal.grid.kind, world.rules.signs, world.hints) == (kind, signs, hints)
        assert world.rules == replace(DAGGERS_AND_GOLD, signs=world.rules.signs)


def test_options_overrule_what_the_letters_say() -> None:
    (world,) = parse_worlds("# a hints= signs=counts grid=torus\n.m.\n...\n...").values()
    assert (world.hints, world.rules.signs, world.deal.grid.kind) == ((), "counts", "torus")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there are no worlds in it"),
        ("% nothing\n\n", "there are no worlds in it"),
        ("# a\n1d\n1", "world a: line 3 has 1 cells instead of 2"),
        ("# a\n1d\n\n1d", "line 4: expected '# NAME', which starts each world after a blank line"),
        ("1d\n# a\n1d", "line 2: a heading, although the first map has none"),
        ("# a\n\n# b\n1d", "world a: there are no rows after its name"),
        ("# a\n1d\n# a\n1d", "line 3: a second world has the name a"),
        ("#\n1d", "line 1: a heading is '# NAME', followed by options KEY=VALUE"),
        ("# lives=2\n1d", "line 1: a heading is '# NAME', followed by options KEY=VALUE"),
        ('# "a\n1d', "line 1: a name in quotes has to be a JSON string"),
        ("# a lives=2 b\n1d", "line 1: 'b' is not an option of the form KEY=VALUE"),
        ("# a lives=2 lives=2\n1d", "line 1: the option 'lives' is given twice"),
        (
            "# a luck=7\n1d",
            "line 1: unknown option 'luck': expected first, lives, zeros, won, signs, variant, "
            "gold, grid, edges, hints or order",
        ),
        ("# a lives=0\n1d", "world a: line 1: a game needs at least one life, not 0"),
        ("# a lives=two\n1d", "world a: line 1: lives=two should look like lives=3"),
        ("# a zeros=ajar\n1d", "world a: line 1: zeros=ajar should be open or closed"),
        ("# a first=luck\n1d", "world a: line 1: first=luck should be any, safe or opening"),
        ("# a gold=4\n1d", "world a: line 1: gold=4 should be known or unknown"),
        ("# a grid=cube\n1d", "world a: line 1: grid=cube should be square, torus, hex or graph"),
        ("# a edges=0-1\n1d", "world a: line 1: a square grid takes no edges: only a graph "
         "does"),
        ("# a hints=1\n1d", "world a: line 1: hints=1 should look like hints=0,0;2,2"),
        ("# a hints=0,0;\n1d", "world a: line 1: hints=0,0; should look like hints=0,0;2,2"),
        ("# a hints=0,1\n1d", "world a: line 1: the hint [0, 1] is a dagger"),
        ("# a hints=0,1\n1m", "world a: line 1: the hint [0, 1] is a mine"),
        ("# a hints=0,0\nb0", "world a: line 1: the hint [0, 0] is blocked"),
        ("# a hints=0,0;0,0\n1d", "world a: line 1: the hint [0, 0] is given twice"),
        ("# a hints=0,2\n1d", "world a: line 1: cell [0, 2] is outside the 2x1 grid"),
        ("# a order=1\nd1", "world a: order= and the map disagree about the mines or the gold"),
        ("# a order=\nd1", "world a: a deal of 1 mine must list at least 1 cell, not 0"),
        ("# a order=0,0\nd1", "world a: cell 0 is listed twice in a deal"),
        ("# a\nbb", "world a: line 1: all 2 cells of the grid are blocked"),
        ("# a\n.x", "world a: line 2, column 2: unknown letter 'x'"),
        ("# a\n(0)(0)(x", "world a: line 2, column 7: unknown letter '('"),
        ("# a\n0 0", "world a: line 2, column 2: unknown letter ' '"),
        ("# a\n0٣", "world a: line 2, column 2: unknown letter '٣'"),
        ("# a\n00d\n3d.", "world a: line 2: the clue 0 at [0, 0] should be 1"),
        ("# a\n.(12)d", "world a: line 2: the clue 12 at [0, 1] should be 1"),
        ("# a\n...\n.g.\nd..", "world a: line 3: the gold at [1, 1] touches the dagger at [2, 0]"),
        (
            "# a\n.d\n.n",
            "world a: line 3: 'n' at [1, 1] is a letter of Nettle Sweeper, but 'd' before it "
            "is a letter of Daggers & Gold",
        ),
        ("0" * 999 + "\n", ""),
        (
            "\n".join(["." * 999] * 1002),
            "world world: a grid of 999x1002 has more than 1,000,000 cells",
        ),
        ("{", "line 1, column 2: not JSON: expecting property name enclosed in double quotes"),
        ("[" * 100_000, "worlds in JSON are an object of names and lists of rows"),
        ('{"a": ' + "9" * 5000 + "}", "worlds in JSON are an object of names and lists of rows"),
        ('["1d"]', "worlds in JSON are an object of names and lists of rows"),
        ('{"_note": "nothing"}', "there are no worlds in it"),
        ('{"a": {"b": ["1d"]}}', "world a: its map is not a list of rows"),
        ('{"a": "1d"}', "world a: its map is not a list of rows"),
        ('{"a": [1]}', "world a: its map is not a list of rows"),
        ('{"a": []}', "world a: there are no rows after its name"),
        ('{"a": [""]}', "world a: a grid of 0x1 has no cells"),
        ('{"a": ["", "1d"]}', "world a: row 1 has 2 cells instead of 0"),
        ('{"a": ["1d", "1"]}', "world a: row 1 has 1 cells instead of 2"),
        ('{"a": ["1x"]}', "world a: unknown letter 'x' at [0, 1]"),
        ('{"a": ["0d"]}', "world a: the clue 0 at [0, 0] should be 1"),
        ('{"a": ["1d"], "a": ["1d"]}', "a second world has the name a"),
        ('{"\\n": ["0d"]}', "world '\\n': the clue 0 at [0, 0] should be 1"),
        ('{"' + "a" * 99 + '": 1}', f"world {'a' * 40}…: its map is not a list of rows"),
    ],
)  # fmt: skip
def test_every_mistake_is_one_sentence_with_its_place(text: str, said: str) -> None:
    assert sentence(text) == said


def test_a_text_beyond_any_collection_is_refused_before_it_is_read() -> None:
    with pytest.raises(NotationError, match="a file of worlds has at most 20,000,000 characters"):
        parse_worlds("." * 20_000_001)


@pytest.mark.parametrize(
    ("world", "said"),
    [
        (World("a", Deal.of_mines(Grid(2, 1), frozenset({1})), hints=((0, 1),)), "is a dagger"),
        (World("a", Deal(Grid(2, 1), 1, (0, 1), gold=1)), "1 gold do not fit on 0 cells"),
    ],
)
def test_a_world_that_could_not_be_read_is_not_written(
    folder: Path, world: World, said: str
) -> None:
    with pytest.raises(RulesError, match=said):
        write_worlds(folder / "never.world", [world])
    assert not (folder / "never.world").exists()


def test_no_worlds_and_two_of_a_name_are_not_written(folder: Path) -> None:
    world = seeded_world("easy", 1)
    with pytest.raises(RulesError, match="there are no worlds to write"):
        write_worlds(folder / "never.world", {})
    with pytest.raises(RulesError, match="two worlds have the name easy-1-0"):
        write_worlds(folder / "never.world", [world, world])
    with pytest.raises(InputError, match="its folder does not exist"):
        write_worlds(folder / "none" / "never.world", [world])


def test_a_missing_file_and_a_folder_are_named(folder: Path) -> None:
    with pytest.raises(InputError, match=r"none\.world: no such file"):
        read_worlds(folder / "none.world")
    with pytest.raises(InputError, match="is a directory"):
        read_worlds(folder)


def test_every_example_is_a_world_of_its_size() -> None:
    found = examples()
    assert list(found) == PRINTED
    for name, world in found.items():
        assert (world.name, world.rules, world.hints) == (name, DAGGERS_AND_GOLD, ())
        if not name.startswith("CUSTOM"):
            _check_size(world, name.rstrip("0123456789").lower())
    found.clear()
    assert list(examples()) == PRINTED


@pytest.mark.parametrize("words", ["HARD4", "hard4", "Hard4"])
def test_an_example_is_found_by_its_name_in_any_case(words: str) -> None:
    assert find_world(words, seed=7) == examples()["HARD4"]


@pytest.mark.parametrize("size", SIZES)
def test_a_size_is_dealt_from_the_seed_and_found_again_by_its_own_name(size: str) -> None:
    world = find_world(size, seed=-4)
    assert world == find_world(size.upper(), seed=-4) == seeded_world(size, -4)
    assert find_world(world.name) == world
    assert find_world(f"{size}-4-2", seed=9) == seeded_world(size, 4, 2)


def test_worlds_of_files_are_found_by_file_and_name(folder: Path) -> None:
    one, two = examples()["EASY1"], replace(examples()["EASY10"], name="b: c")
    write_worlds(folder / "one.world", [one])
    write_worlds(folder / "a:b.world", [one, two])
    assert find_world(str(folder / "one.world")) == one
    assert find_world(f"{folder / 'one.world'}:easy1") == one
    assert find_world(f"{folder / 'a:b.world'}:b: c") == two
    with pytest.raises(InputError) as caught:
        find_world(str(folder / "a:b.world"))
    said = "name one of its 2 worlds as FILE:NAME: EASY1, b: c"
    assert str(caught.value) == f"{folder / 'a:b.world'}: {said}"
    with pytest.raises(InputError) as caught:
        find_world(f"{folder / 'one.world'}:EASY2")
    assert str(caught.value) == f"{folder / 'one.world'}: there is no world EASY2, only EASY1"


def test_a_long_list_of_names_is_cut(folder: Path) -> None:
    write_worlds(folder / "many.world", [seeded_world("easy", 0, n) for n in range(50)])
    with pytest.raises(InputError, match=r"easy-0-11 and 38 more$"):
        find_world(str(folder / "many.world"))


@pytest.mark.parametrize("words", ["", "huge", "no.world", "no.world:a", ":", "a\0b", "x" * 5000])
def test_words_that_mean_no_world_are_told_what_there_is(words: str) -> None:
    with pytest.raises(InputError) as caught:
        find_world(words)
    assert str(caught.value).endswith(
        f" is neither an example ({', '.join(PRINTED)}) nor a size (easy, medium, hard) "
        "nor a file of worlds"
    )
    assert len(str(caught.value)) < 200


@shared
@pytest.mark.parametrize("file", FILES)
def test_every_map_there_is_can_be_read_and_comes_back(folder: Path, file: str) -> None:
    drawn = json.loads((SHARED / f"{file}.json").read_text(encoding="utf-8"))
    found = read_worlds(SHARED / f"{file}.json")
    assert list(found) == [name for name in drawn if not name.startswith("_")]
    for name, world in found.items():
        letters = "".join(drawn[name])
        assert world.deal.mines == sum(map(letters.count, "dntm"))
        assert world.deal.gold == letters.count("g")
        assert len(world.deal.grid.blocked) == letters.count("b")
        assert world.deal.grid.kind == ("hex" if file == "tornado" else "square")
        referee = Referee(world.deal, world.rules)
        for hint in world.hints:
            if referee.position[hint] == HIDDEN:  # or else another hint has opened it
                assert referee.open(hint).outcome != "lost"
    write_worlds(folder / "copy.world", found)
    assert read_worlds(folder / "copy.world") == found


@shared
def test_the_official_worlds_have_the_official_numbers() -> None:
    found = read_worlds(SHARED / "daggers-and-gold.json")
    for size in SIZES:
        for number in range(1, 11):
            _check_size(found[f"{size.upper()}{number}"], size)


@shared
def test_hints_of_obscured_maps_are_the_first_cell_and_the_middle_one() -> None:
    for world in read_worlds(SHARED / "obscured.json").values():
        side = world.deal.grid.width
        mines = world.deal.mine_indices(0, "any")
        can = [
            cell
            for cell in ((0, 0), (side // 2, side // 2))
            if world.deal.grid.index(cell) not in mines | world.deal.grid.blocked
        ]
        assert list(world.hints) == can


@shared
def test_the_examples_are_the_maps_of_those_names() -> None:
    found = read_worlds(SHARED / "daggers-and-gold.json")
    assert examples() == {name: found[name] for name in PRINTED}


def test_the_page_about_worlds_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "worlds.md").read_text(encoding="utf-8")
    text, session = re.findall(r"^```(?:text|python)\n(.*?)^```", page, re.M | re.S)
    assert list(parse_worlds(text)) == ["attic", "ring"]
    test = doctest.DocTestParser().get_doctest(session, {}, "worlds.md", "worlds.md", 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not "".join(report)
    assert set(re.findall(r"^\| `([a-z]+)=` \|", page, re.M)) == {*KEYS} - {"edges"}


def test_a_name_in_odd_bytes_can_be_printed(folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        find_world(f"{os.fsdecode(bytes([255]))}.world")
    assert str(caught.value).encode()


def _check_size(world: World, size: str) -> None:
    side, daggers, gold = SIZES[size]
    assert world.deal.grid == Grid(side, side)
    assert (world.deal.mines, world.deal.gold) == (daggers, gold)


def test_a_faulty_world_does_not_concern_the_others_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "two.world"
    file.write_text("# wrong\n0d\n11\n\n# right\n1d\n11\n")
    assert find_world(f"{file}:right").deal.mines == 1
    for words in (f"{file}:wrong", str(file)):
        with pytest.raises(
            InputError, match=r"two\.world: (world wrong: line 2|name one of its 2)"
        ):
            find_world(words)
    with pytest.raises(
        InputError, match=r"world wrong: line 2.* named, such as .*two\.world:right"
    ):
        read_worlds(file)
