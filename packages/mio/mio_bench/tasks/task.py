"""A learning task with a known theory: its files, its examples, and the split into two halves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mio import Chance, holds, parse_theory, read_task

_PLACE = re.compile(r"(\w+)\((.*)\)")
_PERCENT = re.compile(r"-noise(\d+)$")

#: An atom of the target as text, and whether it is true.
Labelled = tuple[str, bool]

TRAIN, TEST = 40, 60  #: examples of each kind, unless a task says otherwise


@dataclass(frozen=True)
class Task:
    """A task with its true theory.

    ``train`` may have wrong labels, a share ``noise`` of them; ``test`` never has, so its accuracy
    measures agreement with ``theory``.
    """

    name: str
    background: str
    bias: str
    theory: str
    train: tuple[Labelled, ...]
    test: tuple[Labelled, ...]
    noise: float

    def write(self, folder: Path) -> Path:
        """Write the task as a subfolder in Popper's layout, with its theory in ``theory.pl``."""
        path = folder / self.name
        path.mkdir(parents=True, exist_ok=True)
        for file, text in (
            ("bk.pl", self.background),
            ("bias.pl", self.bias),
            ("exs.pl", _text(self.train)),
            ("exs_test.pl", _text(self.test)),
            ("theory.pl", self.theory),
        ):
            (path / file).write_text(text, encoding="utf-8")
        return path


def task(
    name: str,
    chance: Chance,
    examples: Iterable[Labelled],
    *,
    background: Iterable[str],
    bias: str,
    theory: str,
    noise: float = 0.0,
    each: tuple[int, int] = (TRAIN, TEST),
    negatives: int = 0,
) -> Task:
    """Return a task with random training and test examples, equally many of each kind.

    - ``examples``: labelled atoms, at least ``sum(each)`` of each kind unless the kind has fewer,
      which are then divided in the same proportion;
    - ``background``: facts and clauses, sorted by predicate here;
    - ``noise``: the share of training examples whose label is changed;
    - ``each``: training and test examples of each kind;
    - ``negatives``: at least so many negatives in training, if there are enough.
    """
    train: list[Labelled] = []
    test: list[Labelled] = []
    pairs = dict(examples)
    for label in (True, False):
        atoms = chance.shuffled([atom for atom, true in pairs.items() if true == label])
        most = each[0] if label else max(each[0], negatives)
        first = min(most, len(atoms) * most // (most + each[1]))
        if not first:
            raise ValueError(f"{name}: too few examples that are {label}")
        train += [(atom, label) for atom in atoms[:first]]
        test += [(atom, label) for atom in atoms[first : first + each[1]]]
    wrong = set(chance.shuffled(range(len(train)))[: round(noise * len(train))])
    noisy = tuple((atom, label != (i in wrong)) for i, (atom, label) in enumerate(train))
    facts = "\n".join(sorted(background, key=lambda fact: fact.split("(")[0])) + "\n"
    return Task(name, facts, bias.lstrip(), theory.lstrip(), noisy, tuple(test), noise)


def _bias(modes: str, options: str, *, typed: bool = True) -> str:
    """Return Popper's lines for modes such as ``f(+case) part(+case,-part) near(part,part)``.

    The first is that of the head; one without signs has no direction.
    """
    lines = []
    for number, mode in enumerate(modes.split()):
        match = _PLACE.fullmatch(mode)
        assert match is not None, mode
        name, places = match[1], match[2].split(",")
        comma = "," if len(places) == 1 else ""
        lines.append(f"{'body' if number else 'head'}_pred({name},{len(places)}).")
        if typed:
            lines.append(f"type({name},({','.join(p.strip('+-') for p in places)}{comma})).")
        if all(p[0] in "+-" for p in places):
            signs = ",".join("in" if p[0] == "+" else "out" for p in places)
            lines.append(f"direction({name},({signs}{comma})).")
    return "\n".join([*lines, options, ""])


def drawn(
    name: str,
    chance: Chance,
    modes: str,
    facts: Iterable[str],
    candidates: Iterable[str],
    theory: str,
    *,
    each: tuple[int, int],
    negatives: int = 0,
    options: str = "max_vars(6). max_body(6).",
    typed: bool = True,
    labels: Iterable[Labelled] = (),
) -> Task:
    """Return a task whose theory labels the candidates, the arguments of ``f`` as text, unless
    ``labels`` has the examples."""
    background, examples = list(facts), list(labels)
    bias = _bias(modes, options, typed=typed)
    if not examples:
        atoms = [f"f({candidate})" for candidate in dict.fromkeys(candidates)]
        texts = {"bk.pl": "\n".join(background), "bias.pl": bias}
        texts["exs.pl"] = "\n".join(f"pos({atom})." for atom in atoms)
        read = read_task(texts.get)
        true = holds(read.background, parse_theory(theory), read.examples.positives)
        examples = list(zip(atoms, true, strict=True))
    noise = _PERCENT.search(name)
    return task(
        name,
        chance,
        examples,
        background=background,
        bias=bias,
        theory=theory,
        noise=int(noise[1]) / 100 if noise else 0.0,
        each=each,
        negatives=negatives,
    )


def cases(
    draw: Callable[[str], tuple[Sequence[str], bool]], prefix: str, each: int = TRAIN + TEST
) -> tuple[list[str], list[tuple[str, bool]]]:
    """Draw cases, named ``prefix`` and a number, until there are enough of each kind.

    ``draw`` takes a name, and returns the facts of a case and its label. Returns all facts, and the
    names with their labels.
    """
    facts: list[str] = []
    labels: list[tuple[str, bool]] = []
    count = {True: 0, False: 0}
    for number in range(200 * each):
        name = f"{prefix}{number}"
        known, label = draw(name)
        if count[label] < each:
            count[label] += 1
            facts += known
            labels.append((name, label))
        if min(count.values()) == each:
            return facts, labels
    raise ValueError(f"{prefix}: too few cases of one kind among {200 * each}")


def _text(examples: Iterable[Labelled]) -> str:
    return "".join(f"{'pos' if label else 'neg'}({atom}).\n" for atom, label in examples)
