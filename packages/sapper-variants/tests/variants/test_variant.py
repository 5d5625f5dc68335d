"""Declarations of variants: errors with line and field, combinations, and rules of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import InputError, NotationError
from sapper.game import Chance
from sapper_variants import RULES, SHOWS, Variant, check, combine
from sapper_variants.board import View
from sapper_variants.shows import Mines

START = 'name = "mine"\nrule = "A rule."\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x', "not valid TOML: "),
        ("name = 1 2\n", "line 1, column 10: not valid TOML: "),
        ('rule = "x"', "line 1: the field 'name' is missing: expected a string"),
        ('name = 3\nrule = "x"', "line 1: 'name': expected a string, got 3"),
        (START + 'colour = "red"', "line 3: unknown field 'colour'"),
        (START + "\n[clue]\nof = 1", "line 5: 'clue': unknown field 'of': did you mean 'off'?"),
        (START + '[clue]\noff = "1"', "line 4: 'clue.off': expected a whole number, got '1'"),
        (START + '[clue]\nlooks = "arround"', "line 4: 'clue.looks': unknown view 'arround'"),
        (START + '[clue]\nlooks = ["1x1"]', "expected a picture of o, . and digits, not 'x'"),
        (START + '[clue]\nlooks = ["111"]', "expected a picture with one o, not 0"),
        (START + '[clue]\nshows = "sums"', "line 4: 'clue.shows': unknown value 'sums'"),
        (START + '[clue]\nshows = "runs"\noff = 1', "line 4: 'clue.shows': runs is not a number"),
        (START + "[clue]\nmodulo = 1", "line 4: 'clue.modulo': expected a number from 2 on"),
        (
            START + '[[layout]]\nrule = "forbid"\npicture = ["*"]\n[[layout]]\nrule = "forbids"',
            "line 7: 'layout[1].rule': expected forbid, each, totals or group, got 'forbids'",
        ),
        (
            START + '[[layout]]\nrule = "forbid"\npicture = ["*o"]',
            "line 5: 'layout[0].picture': expected *, . and ?, not 'o'",
        ),
        (
            START + '[[layout]]\nrule = "forbid"\npicture = ["**", "*"]',
            "line 5: 'layout[0].picture': expected rows of one length",
        ),
        (
            START + '[[layout]]\nrule = "each"\ncell = "all"\nsees = [1]',
            "line 5: 'layout[0].cell': expected mine or safe, not 'all'",
        ),
        (
            START + '[[layout]]\nrule = "group"\nof = "cells"',
            "line 5: 'layout[0].of': expected mines or safe, not 'cells'",
        ),
        (START + "#\n" * 40, "a variant has at most 40 lines"),
        ('combine = ["liar", "quid"]', "line 1: unknown variant 'quid': did you mean 'quad'?"),
        ('name = ""\nrule = ""', "line 1: 'name': expected a word without : and commas, not ''"),
        (START + "name- = 3", "line 3: unknown field 'name-': did you mean 'name'?"),
        ('name = "x"\nname = "y"', "line 2: not valid TOML: cannot overwrite a value"),
        (START + "[clue]\nlight = 30", "line 4: 'clue.light': expected a number from -20 to 20"),
        (
            START + '[clue]\nshows = "seen"',
            "line 4: 'clue.shows': seen needs looks of rays, rows or columns",
        ),
        (
            START + '[[layout]]\nrule = "forbid"\npicture = ["?"]',
            "line 5: 'layout[0].picture': expected a mine (*) or a safe cell (.) in it",
        ),
        ("combine = 3", "line 1: 'combine': expected a list"),
    ],
)
def test_a_wrong_declaration_names_line_and_field(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        Variant.parse(text)
    assert said in str(caught.value)


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(START + "[clue]\noff = []")
    with pytest.raises(NotationError, match=r"mine\.toml: line 4: 'clue\.off': expected a whole"):
        Variant.named(str(file))
    with pytest.raises(InputError, match="unknown variant 'snakes': did you mean 'snake'"):
        Variant.named("snakes")


def test_changed_files_are_read_or_refused_by_line() -> None:
    files = sorted(RULES.iterdir(), key=str)
    texts = [file.read_text(encoding="utf-8") for file in files]
    chance, refused = Chance(6), list[str]()
    for _ in range(300):
        lines = chance.choice(texts).splitlines()
        at = chance.below(len(lines))
        other = chance.choice(chance.choice(texts).splitlines())
        cut = lines[at][: chance.below(len(lines[at]) + 1)]
        lines[at : at + 1] = chance.choice(([], [other], [cut], [lines[at], other], [cut + other]))
        try:
            Variant.parse("\n".join(lines))
        except NotationError as error:
            refused.append(str(error))
    assert len(refused) > 150
    assert all(words.startswith("line ") for words in refused)


def test_a_cell_of_a_narrow_torus_does_not_see_itself() -> None:
    far = '[[layout]]\nrule = "each"\ncell = "mine"\nsees = [1, 2, 3]\nlooks = "far"'
    variant = Variant.parse(START + 'shape = "torus"\n' + far)
    assert not check(variant, positions=2, sizes=((2, 4),)).fault


def test_variants_combine_unless_they_contradict_each_other() -> None:
    both = combine(Variant.named("quad"), Variant.named("multiple"), Variant.named("liar"))
    assert both == Variant.named("quad+multiple+liar")
    assert both.name == "quad+multiple+liar"
    assert (both.clue.dark, both.clue.off, len(both.layout)) == (2, 1, 1)
    with pytest.raises(InputError, match=r"clue\.looks cannot be both 'cross' and 'knight'"):
        Variant.named("cross+knight")
    with pytest.raises(InputError, match="shape cannot be both 'torus' and 'hex'"):
        Variant.named("torus+hex")
    named = Variant.parse('name = "lies"\ncombine = ["quad", "liar"]')
    assert named.name == "lies"
    assert named.rule == Variant.named("quad-liar").rule


def test_a_new_kind_of_clue_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    def squares(mines: Mines, view: View) -> int:
        return sum(mines) ** 2

    monkeypatch.setitem(SHOWS, "squares", squares)
    variant = Variant.parse(START + '[clue]\nshows = "squares"')
    assert not check(variant, positions=5, sizes=((3, 3),)).fault


def test_a_wrong_constraint_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = Variant.named("quad")
    rule = type(variant.layout[0])
    right = rule.constraints
    monkeypatch.setattr(rule, "constraints", lambda self, *given: right(self, *given)[1:])
    unlike = Variant.parse(
        START + '[[layout]]\nrule = "forbid"\npicture = ["..", ".."]'
    )  # constraints are cached by variant
    assert check(unlike).fault.startswith("the constraints allow this layout, the rules do not:")
