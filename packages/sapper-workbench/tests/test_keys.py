"""The table of keys: every screen can tell its keys apart, and says what they do."""

from typing import get_args

import pytest

from sapper_workbench.cli.world.commands import COMMANDS
from sapper_workbench.keys import (
    BINDINGS,
    TITLES,
    VIEWS,
    Group,
    KeyView,
    bindings_of,
    rows,
    tree_bindings,
)


@pytest.mark.parametrize("view", VIEWS)
def test_no_key_and_no_name_means_two_things_in_a_view(view: KeyView) -> None:
    found = bindings_of(view)
    keys = [key for binding in found for key in binding.keys]
    names = [binding.name for binding in found]
    in_terminal = [key for binding in found for key in binding.terminal]
    assert len(set(keys)) == len(keys)
    assert len(set(names)) == len(names)
    assert len(set(in_terminal)) == len(in_terminal)


def test_every_group_is_in_a_view() -> None:
    shown = {binding for view in VIEWS for binding in bindings_of(view)}
    assert shown | set(tree_bindings()) == set(BINDINGS)


def test_every_group_has_a_title() -> None:
    assert set(TITLES) == set(get_args(Group))


def test_no_key_means_two_things_in_the_list_of_moves() -> None:
    keys = [key for binding in tree_bindings() for key in binding.keys]
    assert len(set(keys)) == len(keys)


def test_keys_are_names_of_the_dom() -> None:
    for binding in BINDINGS:
        assert binding.keys
        for key in binding.keys:
            assert len(key) == 1 or (key[0].isupper() and key.isalpha() and key.isascii())


def test_what_is_typed_and_what_is_pressed_have_the_same_names() -> None:
    both = {key.name for key in COMMANDS} & {binding.name for binding in BINDINGS}
    assert both >= {"step", "go", "undo", "redo", "save", "help", "quit"}


def test_every_binding_has_a_row_of_its_own_but_the_clues() -> None:
    groups = get_args(Group)
    shown = [row for group in groups for row in rows(group)]
    assert len(shown) == len(BINDINGS) - 8
    assert all(keys and words for keys, words in shown)
