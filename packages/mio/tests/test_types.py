"""Types that a bias does not declare are inferred from the values in the data."""

from mio import Background
from mio.folders import infer_types

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
    kinds, _ = infer_types(Background(FACTS), ("f", 1), KNOWN, {}, EXAMPLES)
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
    kinds, _ = infer_types(Background(FACTS), ("f", 1), KNOWN, stated, EXAMPLES)
    assert kinds["piece", 2] == ("board", "stone")
    assert kinds["price", 2][0] == "stone"
    assert kinds["price", 2][1] not in ("board", "stone")


def test_computed_predicates_have_the_types_of_the_values_that_they_answer_for() -> None:
    computed = """
    twice(X, Y) :- Y is 2 * X.
    first([X|_], X).
    word(b1,[a,b]). word(b2,[c,a]). letter(a).
    """
    abouts = [*KNOWN, ("twice", 2), ("word", 2), ("letter", 1), ("first", 2)]
    kinds, seen = infer_types(Background(FACTS + computed), ("f", 1), abouts, {}, EXAMPLES)
    assert kinds["word", 2][1] == kinds["first", 2][0] != kinds["piece", 2][1]
    assert kinds["letter", 1][0] == kinds["first", 2][1]
    assert set(kinds["twice", 2]).isdisjoint((*kinds["word", 2], *kinds["first", 2], "term"))
    assert seen[("first", 2), 1]


def test_places_are_not_told_apart_if_a_predicate_never_answers() -> None:
    background = Background(FACTS + "never(X, Y) :- fail.")
    kinds, seen = infer_types(background, ("f", 1), [*KNOWN, ("never", 2)], {}, EXAMPLES)
    assert {kind for each in kinds.values() for kind in each} == {"term"}
    assert not seen


def test_a_computed_predicate_that_answers_for_every_declared_type_is_of_none() -> None:
    stated = {("f", 1): ("board",), ("piece", 2): ("board", "stone"), ("red", 1): ("paint",)}
    known = [("piece", 2), ("red", 1), ("same", 2)]
    kinds, _ = infer_types(Background(FACTS + "same(X, X)."), ("f", 1), known, stated, EXAMPLES)
    assert kinds["same", 2] == ("term", "term")
