"""Reads bias in Aleph's format (Srinivasan, "The Aleph manual"): ``modeh``, ``modeb``,
``determination`` and ``set``, as directives or facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mio.background.background import Background
from mio.errors import InputError, NotationError, meaningless
from mio.folders.types import generates
from mio.language.program import Signature
from mio.language.reader import read
from mio.language.terms import Struct, Term, shortened
from mio.learning.modes import Declarations, Mode, mode_of
from mio.learning.saturation import Depth
from mio.learning.settings import Acceptance


def is_aleph(text: str) -> bool:
    """Return whether a bias has modes in Aleph's format, and no head in Popper's."""
    modes = re.search(r"^[ \t]*(:-\s*)?(modeh|modeb|mode)\s*\(", text, re.MULTILINE)
    return modes is not None and not re.search(r"^[ \t]*head_pred\s*\(", text, re.MULTILINE)


def declare_modes(
    text: str, background: Background, where: str = "bias.pl"
) -> tuple[Declarations, dict[str, Any], tuple[str, ...]]:
    """Return the declarations, the settings they change, and notices.

    The supported settings are ``clauselength`` (which includes the head), ``i``, ``nodes``,
    ``minpos``, ``noise`` (the number of negatives that a clause may cover), ``minacc``, and our
    own ``noise_share`` (the share of negatives). ``mode`` declares a predicate for the head and the
    body. Statements and body modes that cannot be used are left out with a notice, unless no body
    mode is left: then the first reason is raised as ``InputError``, or as ``NotationError`` if a
    statement cannot be parsed. Also raises them if there is not exactly one target: of several
    ``modeh``, that of the first determination counts.
    """
    said = _Statements(where)
    said.read(text)
    wanted = next((found for head, _, _ in said.pairs if (found := _signature(head))), None)
    said.sort_either(wanted)
    head = said.head(wanted)
    unusable, notices, target = said.unusable, said.notices, head.about
    determined = said.determined(target)
    declared = {mode.about for mode, _ in said.body}
    unusable += [
        f"{place}: {name}/{arity} has a determination but no mode"
        for (name, arity), place in determined.items()
        if (name, arity) not in declared
    ]
    allowed = []
    unneeded, sources = list[str](), list[Mode]()
    for mode, place in said.body:
        name, arity = mode.about
        if determined and mode.about not in determined:
            reason = f"{name}/{arity} has no determination"
        elif mode.about != target and not background.knows(mode.about):
            reason = "the background has no such predicate"
        elif not mode.inputs and _begins(mode) and generates(background, mode.about):
            sources.append(mode)
            continue
        elif not mode.inputs:
            unusable.append(f"{place}: the mode {mode} needs at least one input (+)")
            continue
        else:
            allowed.append(mode)
            if mode.about != target and not mode.is_threshold:
                background.allow(mode.about, mode.inputs)
            continue
        unneeded.append(f"{place}: the mode {mode} is left out: {reason}")
    if not allowed:
        said.refuse_unread()
        raise InputError([*unusable, *unneeded, f"{where}: expected at least one modeb"][0])
    notices += unneeded
    notices += [f"{reason}; it is left out" for reason in unusable]
    changes = _read_settings(said.options, where, notices)
    others = tuple(mode for mode in allowed if mode.about != target)
    if not others:
        reason = f": {unusable[0]}" if unusable else ""
        raise InputError(f"{where}: no mode is left for the body but that of the target{reason}")
    begins = tuple(sources)
    stated = Declarations(head, others, len(others) < len(allowed), begins, begins)
    return stated, changes, (*said.unread, *notices)


@dataclass
class _Statements:
    """The statements of a file by kind, each with its place, and what could not be used."""

    where: str
    heads: list[tuple[Mode, str]] = field(default_factory=list)
    body: list[tuple[Mode, str]] = field(default_factory=list)
    either: list[tuple[Term, Term, str]] = field(default_factory=list)
    pairs: list[tuple[Term, Term, str]] = field(default_factory=list)
    options: list[tuple[str, Term, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    unusable: list[str] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Read the statements of a file; a ``mode`` is not yet one of the head or the body."""
        for statement in read(text, self.where, self.unread):
            goal, place = statement.term, statement.where
            if isinstance(goal, Struct) and goal.name == ":-" and len(goal.args) == 1:
                goal = goal.args[0]
            match goal:
                case Struct(name="modeh", args=(recall, mode)):
                    self.heads.append((_mode(mode, recall, place), place))
                case Struct(name="modeb", args=(recall, mode)):
                    with self._leaving_out():
                        self.body.append((_mode(mode, recall, place), place))
                case Struct(name="mode", args=(recall, mode)):
                    self.either.append((mode, recall, place))
                case Struct(name="determination", args=(head, other)):
                    self.pairs.append((head, other, place))
                case Struct(name="set" | "aleph_set", args=(str(option), value)):
                    self.options.append((option, value, place))
                case _:
                    self.notices.append(f"{place}: {shortened(goal)} is ignored")

    def sort_either(self, wanted: Signature | None) -> None:
        """Add each ``mode`` to those of the body, and that of the wanted target to the heads."""
        for term, recall, place in self.either:
            with self._leaving_out():
                mode = _mode(term, recall, place)
                if mode.about == wanted:
                    self.heads += [] if self.heads else [(mode, place)]
                    if not any(_signature(other) == wanted for _, other, _ in self.pairs):
                        continue
                self.body.append((mode, place))

    @contextmanager
    def _leaving_out(self) -> Iterator[None]:
        """Leave out what raises ``InputError``, which says why."""
        try:
            yield
        except InputError as error:
            self.unusable.append(f"{error}")

    def refuse_unread(self) -> None:
        """Raise ``NotationError`` if a statement could not be parsed."""
        if self.unread:
            raise NotationError(self.unread[0].removesuffix("; the clause is left out"))

    def head(self, wanted: Signature | None) -> Mode:
        """Return the mode of the target. Raises the errors of ``declare_modes`` if there is not
        one."""
        heads = self.heads
        if len(heads) > 1 and any(mode.about == wanted for mode, _ in heads):
            ignored = [(mode, place) for mode, place in heads if mode.about != wanted]
            self.notices += [f"{place}: the modeh of {mode} is ignored" for mode, place in ignored]
            heads = [one for one in heads if one not in ignored]
        if not heads:
            self.refuse_unread()
        if len(heads) != 1:
            raise InputError(f"{self.where}: expected one modeh, found {len(heads)}")
        return heads[0][0]

    def determined(self, target: Signature) -> dict[Signature, str]:
        """Return the predicates that the determinations of the target name, and where they do.

        Without any, all modes are allowed. Notices report other determinations.
        """
        found: dict[Signature, str] = {}
        for head, body, place in self.pairs:
            about, other = _signature(head), _signature(body)
            if about is None or other is None:
                self.notices.append(
                    f"{place}: determination({shortened(head)},{shortened(body)}) is ignored: "
                    "expected two predicates as name/arity"
                )
            elif about == target:
                found.setdefault(other, place)
            else:
                self.notices.append(
                    f"{place}: the determination of {about[0]}/{about[1]} is ignored: "
                    f"the target is {target[0]}/{target[1]}"
                )
        return found


def _begins(mode: Mode) -> bool:
    """Return whether a clause can begin with a literal of a mode: it has variables only."""
    return all(place.sign == "-" for place in mode.places)


def _signature(term: Term) -> Signature | None:
    match term:
        case Struct(name="/", args=(str(name), int(arity))):
            return name, arity
    return None


def _mode(term: Term, recall: Term, where: str) -> Mode:
    """Return a mode. Raises ``InputError`` naming its place."""
    if recall != "*" and not (isinstance(recall, int) and recall > 0):
        found = shortened(recall)
        raise InputError(f"{where}: recall: expected a positive number or *, found {found}")
    try:
        return mode_of(term, None if recall == "*" else recall)  # type: ignore[arg-type]
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _read_settings(
    options: Sequence[tuple[str, Term, str]], where: str, notices: list[str]
) -> dict[str, Any]:
    """Return the changed settings; the last value of an option counts.

    Wrong values, and all options without a meaning here together, are reported in ``notices``.
    """
    changes: dict[str, Any] = {}
    positives, share = 1, 0.0
    negatives: int | None = None
    other: dict[str, None] = {}
    for name, value, place in options:
        expected = ""
        match name, value:
            case "clauselength", int(number) if number > 0:
                changes["length"] = max(1, number - 1)
            case "i", int(number) if number > 0:
                changes["depth"] = Depth(levels=number)
            case "nodes", int(number) if number > 0:
                changes["nodes"] = number
            case "minpos", int(number) if number > 0:
                positives = number
            case (("clauselength" | "i" | "nodes" | "minpos"), _):
                expected = "a positive whole number"
            case "noise", int(number) if number >= 0:
                negatives = number
            case "noise", _:
                own = f"set(noise_share,{shortened(value)})"
                expected = f"a number of negatives; a share of them is {own}"
            case "noise_share", (int(number) | float(number)) if 0 <= number < 1:
                share = float(number)
            case "minacc", (int(number) | float(number)) if 0 < number <= 1:
                share, negatives = 1 - float(number), negatives or 0
            case (("noise_share" | "minacc"), _):
                expected = "a share from 0 to 1"
            case _:
                other[name] = None
        if expected:
            ignored = f"{place}: set({name},{shortened(value)}) is ignored"
            notices.append(f"{ignored}: expected {expected}")
    if other:
        notices.append(meaningless([*other], "Aleph", where))
    if (positives, share, negatives or 0) != (1, 0.0, 0):
        changes["acceptance"] = Acceptance(share, positives, negatives=negatives)
    return changes
