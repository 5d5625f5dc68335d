"""Types that a bias does not declare are inferred from the values in the data."""

from sapper.mio import Background
from sapper.mio.folders.types import typed

FACTS = """
piece(b1,r1). piece(b2,r2). contact(r1,r2). colour(r1,red). colour(r2,blue). red(red).
size(r1,4). size(r2,7). less(4,7). price(r1,7.5). price(r2,4.25). rank(r1,4.0).
"""
KNOWN = [
    ("piece", 2),
    ("contact", 2),
    ("colour", 2),
    ("red", 1),
    ("size", 2),
    ("less", 2),
    ("price", 2),
]
EXAMPLES = [("b1",), ("b2",), ("b3",)]


def test_places_with_common_values_have_one_type() -> None:
    kinds = typed(Background(FACTS), ("f", 1), KNOWN, {}, EXAMPLES)
    (board,) = kinds["f", 1]
    piece, colour, number = kinds["contact", 2][0], kinds["red", 1][0], kinds["less", 2][0]
    assert len({board, piece, colour, number, kinds["price", 2][1]}) == 5
    assert kinds["piece", 2] == (board, piece)
    assert kinds["contact", 2] == (piece, piece)
    assert kinds["colour", 2] == (piece, colour)
    assert kinds["size", 2] == (piece, number)
    assert kinds["less", 2] == (number, number)


def test_declared_types_stay_and_give_their_names_to_places_that_overlap() -> None:
    stated = {("f", 1): ("board",), ("contact", 2): ("stone", "stone")}
    kinds = typed(Background(FACTS), ("f", 1), KNOWN, stated, EXAMPLES)
    assert kinds["piece", 2] == ("board", "stone")
    assert kinds["price", 2][0] == "stone"
    assert kinds["price", 2][1] not in ("board", "stone")


def test_places_are_not_told_apart_if_a_predicate_computes() -> None:
    background = Background(FACTS + "twice(X, Y) :- Y is 2 * X.")
    kinds = typed(background, ("f", 1), [*KNOWN, ("twice", 2)], {}, EXAMPLES)
    assert {kind for each in kinds.values() for kind in each} == {"term"}
