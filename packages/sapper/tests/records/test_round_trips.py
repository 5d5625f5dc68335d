"""The law of every reader and writer of games: what is written is read back, and written again is
the same. It holds for whole trees of moves and for trees of positions."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.game import Position
from sapper.json_input import read_json
from sapper.notation import Variations, link_of_tree
from sapper.notation.variations.text import read, write
from sapper.records import Game, Node, Record, Tree, journal, read_game, variations_of
from tests.records.games import played, trees


def of_json(data: bytes) -> Variations:
    """A tree from its JSON."""
    return read_json(data, Variations, "a tree").checked()


def shape(game: Game) -> list[tuple[object, ...]]:
    """All of a tree but the numbers of its nodes."""
    nodes = list(game.tree.root.preorder())
    place = {id(each): index for index, each in enumerate(nodes)}

    def row(node: Node) -> tuple[object, ...]:  # type: ignore[type-arg]
        related = [place.get(id(each)) for each in (node.parent, node.latest)]
        value = node.value
        return (*related, node.comment, node.marks, value.made, value.player, value.at)

    return list(map(row, nodes))


@settings(max_examples=150)
@given(played())
def test_a_game_comes_back_from_its_journal(game: Game) -> None:
    text = journal.write(game)
    again = read_game(text.encode())
    assert isinstance(again, Game)
    assert again == game
    assert shape(again) == shape(game)
    assert (again.name, again.author) == (game.name, game.author)
    assert (again.lines(), again.line, again.position) == (game.lines(), game.line, game.position)
    assert journal.write(again) == text


@settings(max_examples=150)
@given(played(), st.sampled_from([write, link_of_tree]))
def test_a_game_comes_back_from_its_tree(game: Game, form: Callable[[Variations], str]) -> None:
    tree = game.variations()
    again = read_game(form(tree).encode())
    assert isinstance(again, Game)
    assert again.position == game.position
    alike = {(entry.parent, entry.move, entry.by) for entry in tree.moves}
    if len(alike) == len(tree.moves):  # moves that differ only in their reasons become one
        assert again.variations() == tree
    assert of_json(msgspec.json.encode(tree)) == tree == read(write(tree))[0]


@settings(max_examples=100)
@given(played())
def test_the_lines_of_a_game_come_back_from_their_records(game: Game) -> None:
    for record in game.lines():
        assert Record.parse(record.text) == record
        assert Record.parse(json.dumps(record.to_json())).text == record.text
        again = Game.of_record(record)
        assert again.moves == Game.of_record(record.text).moves
        assert [step.decision for step in again.steps] == [step.decision for step in record.steps]


@given(trees())
def test_positions_come_back_from_every_form_of_their_tree(tree: Tree[Position]) -> None:
    flat = variations_of(tree)
    assert of_json(msgspec.json.encode(flat)) == flat
    for form in (write, link_of_tree):
        again = read_game(form(flat).encode())
        assert isinstance(again, Tree)
        assert variations_of(again) == flat
        values = [[node.value for node in each.root.preorder()] for each in (tree, again)]
        assert values[0] == values[1]
