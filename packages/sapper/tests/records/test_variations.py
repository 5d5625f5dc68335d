"""Trees of moves: random edits keep the tree sound, and a bad text is refused with its place."""

import contextlib
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError
from sapper.game import World, seeded_world
from sapper.notation import COMMENT, NODES, TREE, comment_of, link_of_tree
from sapper.notation.variations import text as tree_text
from sapper.notation.variations.text import read, write
from sapper.records import Game, Tree
from sapper.records import tree as tree_module
from tests.records.games import WORDS, played
from tests.strategies import legal


def check(tree: Tree) -> None:  # type: ignore[type-arg]
    """The invariants of a tree."""
    nodes = list(tree.root.preorder())
    assert len(nodes) == len(tree) == len({node.number for node in nodes})
    assert tree.here in nodes
    for node in nodes:
        assert tree.find(node.number) is node
        assert (node.latest in node.children) if node.children else node.latest is None
        assert all(child.parent is node for child in node.children)
        assert node.depth == len(node.path())
    for node in tree.here.path():
        assert node.parent is not None
        assert node.parent.latest is node


@settings(max_examples=60)
@given(played())
def test_edits_keep_the_tree_sound_and_the_game_possible(game: Game) -> None:
    check(game.tree)
    for record in game.lines():
        record.check()
    last = [step.decision.move for step in game.lines()[-1].steps]
    assert last == [step.decision.move for step in game.line]


def world(seed: int) -> World:
    return seeded_world("easy", seed)


def game_of(text: str) -> Game:
    return Game.of_variations(*read(text))


@given(st.data())
def test_cut_off_text_is_refused_with_line_and_column(data: st.DataObject) -> None:
    game = Game(world(3))
    for _ in range(4):
        game.play(data.draw(st.sampled_from(legal(game.position))))
        game.comment(game.tree.here.number, data.draw(WORDS))
        if data.draw(st.booleans()) or game.position.outcome != "playing":
            game.undo()
    text = write(game.variations())
    cut = text[: data.draw(st.integers(text.index("\n\n") + 2, len(text) - 1))]
    with pytest.raises(NotationError, match=r"^line \d+, column \d+: .+") as refused:
        read(cut)
    assert "\n" not in str(refused.value)


@settings(max_examples=60)
@given(st.data())
def test_damaged_text_is_read_or_refused(data: st.DataObject) -> None:
    game = Game(world(3))
    game.play(legal(game.position)[-1])
    game.undo()
    game.play(legal(game.position)[0])
    text = write(game.variations())
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    with contextlib.suppress(InputError):
        game_of(text[:start] + data.draw(st.text(max_size=8)) + text[end:])


HEAD = "sapper-game\n9x9x10\n" + "H" * 9 + ("\n" + "H" * 9) * 8 + "\n\n"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("1. open [0, 0] open [0,", "line 13, column 16: expected a move such as"),
        ("1. open [0, 0]", "line 13, column 15: the text ends without '*'"),
        ("{abc", "line 13, column 1: the comment that begins here does not end"),
        ("open [0, 0] (", "inside the variation of line 13, column 13: expected '\\)'"),
        ("open [0, 0] (flag [0, 1] *", "inside the variation of line 13, column 13"),
        ("(open [0, 0]) *", "a variation replaces a move, so it must follow one"),
        ("open [0, 0] () *", "line 13, column 14: a variation needs a move"),
        ("open [0, 0] ({a} flag [0, 1]) *", "expected a move at the start of a variation"),
        ("open [0, 0]) *", "this '\\)' ends no variation"),
        ("@ open [0, 0] @ *", "can stand only once"),
        ("* more", "line 13, column 3: expected nothing after"),
        ("open [9, 0] *", r"line 13, column 1: .*\[9, 0\] is outside"),
        ("open [0, 0]\nunflag [0, 0] *", r"line 14, column 1: cannot unflag \[0, 0\]"),
        ("[0, 0]=2 *", "line 13, column 1: a game has moves"),
        (f"{{{'x' * (COMMENT + 1)}}} *", "a comment has at most 1,000 characters, not 1,001"),
    ],
)
def test_wrong_moves_are_refused_with_their_place(moves: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        game_of(HEAD + moves)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: expected 'sapper-game' or 'sapper-position'"),
        ("sapper-game\n", "the text ends before an empty line"),
        ("sapper-game\nx: 1\n2x2x1\n\n*", "line 2: expected a board or one of player"),
        ("sapper-game\nseed: 1\nseed: 2\n2x2x1\nHH\nHH\n\n*", "line 3: 'seed' is given twice"),
        ("sapper-game\nseed: x\n2x2x1\nHH\nHH\n\n*", "'seed': expected a whole number"),
        ("sapper-game\ndeal: 0 0\n2x2x1\nHH\nHH\n\n*", "cell 0 is listed twice"),
        ("sapper-game\n2x2x1\nHH\n1H\n\n*", "starts with every cell hidden"),
        ("sapper-game\nhints: no\n2x2x1\nHH\nHH\n\n*", "'hints': expected cells"),
        ("sapper-position\n2x2x1\nHH\nHH\n\n*", "this is a tree of positions"),
    ],
)
def test_wrong_starts_are_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        game_of(text)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("[0, 5]=1 *", "outside"),
        ("[0, 0]=4 *", r"line 6, column 1: clue 4 at \[0, 0\] has only 2 neighbours"),
        ("[1, 1]=1 *", "blocked"),
        ("mines=4 *", "do not fit"),
        ("[0, 0]=1+1 *", "show no gold"),
        ("open [0, 0] *", "expected changes such as"),
    ],
)
def test_wrong_changes_are_refused(moves: str, words: str) -> None:
    found, places = read(f"sapper-position\n2x2x1\nHH\nH#\n\n{moves}")
    with pytest.raises(NotationError, match=words):
        tree_module.positions_of(found, places)


@pytest.mark.slow
def test_ten_thousand_variations_work_and_more_than_the_limit_are_refused() -> None:
    many = " ".join(f"({n % 2 + 1}. [0, 0]={n % 4})" for n in range(10_000))
    text = f"sapper-position\n2x2x1\nHH\nHH\n\n[0, 0]=H {many} *"
    found, places = read(text)
    assert len(tree_module.positions_of(found, places)) == 10_002
    assert read(write(found))[0] == found
    with pytest.raises(NotationError, match=f"at most {NODES:,} moves"):
        read(f"sapper-position\n2x2x1\nHH\nHH\n\n{'[0, 0]=1 ' * (NODES + 1)}*")
    deep = "[0, 0]=1 (" * 10_000 + "[0, 0]=2" + ")" * 10_000 + "*"
    found, _ = read(f"sapper-position\n2x2x1\nHH\nHH\n\n{deep}")
    assert read(write(found))[0] == found


def test_tree_is_full_at_its_limit() -> None:
    tree = Tree(0)
    for number in range(NODES):
        tree.visit(tree.root)
        tree.add(number)
    with pytest.raises(InputError, match=f"at most {NODES:,} moves"):
        tree.add(-1)


@pytest.mark.parametrize("comment", ["a\x00b", "x\r\ny", "\ud800", "  a  ", "a\u2028b"])
def test_comments_lose_what_no_file_can_hold(comment: str) -> None:
    kept = comment_of(comment)
    assert comment_of(kept) == kept
    assert not set(kept) & set("\x00\r\ud800\u2028")
    kept.encode()


def test_move_numbers_and_line_breaks_have_no_meaning() -> None:
    plain = HEAD + "1. flag [0, 0] (1. flag [1, 1]) 2. flag [2, 2] *"
    loose = HEAD + "flag[0,0]\n( 7. flag [ 1 , 1 ] )\r\n2... flag [2, 2]\n*\n"
    assert read(loose)[0] == read(plain)[0]


def test_link_that_was_cut_is_refused() -> None:
    link = link_of_tree(read(HEAD + "flag [0, 0] *")[0])
    for cut in range(link.index("=") + 1, len(link)):
        with pytest.raises(NotationError, match="link"):
            TREE.text(link[:cut])


def test_tree_too_long_for_a_link_is_refused() -> None:
    words = [sha256(bytes([n])).hexdigest() for n in range(255)]  # nothing makes them shorter
    moves = " ".join(f"flag [{n // 9 % 9}, {n % 9}] {{{word * 4}}}" for n, word in enumerate(words))
    longer = " ".join(f"flag [0, 0] {{{sha256(word.encode()).hexdigest()}}}" for word in words)
    with pytest.raises(InputError, match="too long for a link"):
        link_of_tree(read(f"{HEAD}{moves} {longer} *")[0])


def test_parser_reads_what_it_says_it_reads() -> None:
    assert tree_text.is_tree("\ufeffsapper-position\n")
    assert not tree_text.is_tree("sapper-positions\n")
