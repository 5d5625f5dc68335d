"""Reads bias in Aleph's format (Srinivasan, "The Aleph manual"): ``modeh``, ``modeb``,
``determination`` and ``set``, as directives or facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mio.background.background import Background
from mio.errors import InputError, NotationError, listed
from mio.language.program import Signature
from mio.language.reader import read
from mio.language.terms import Struct, Term, shortened
from mio.learning.modes import Declarations, Mode, mode_of
from mio.learning.saturation import Depth
from mio.learning.settings import Acceptance

_LEFT_OUT = "; the clause is left out"  #: what the reader adds to an error in a notice


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
    said = _read_statements(text, where)
    wanted = next((_signature(head) for head, _, _ in said.pairs if _signature(head)), None)
    _sort_either(said, wanted)
    head = _head(said, wanted, where)
    unread, unusable, notices = said.unread, said.unusable, said.notices
    target = head.about
    determined = _read_determinations(said.pairs, target, notices)
    declared = {mode.about for mode, _ in said.body}
    unusable += [
        f"{place}: {name}/{arity} has a determination but no mode"
        for (name, arity), place in determined.items()
        if (name, arity) not in declared
    ]
    allowed = []
    unneeded = []
    for mode, place in said.body:
        if reason := _unneeded(mode, target, determined, background):
            unneeded.append(f"{place}: the mode {mode} is left out: {reason}")
            continue
        allowed.append(mode)
        if mode.about != target and not mode.is_threshold:
            background.allow(mode.about, mode.inputs)
    if not allowed and unread:
        raise NotationError(unread[0].removesuffix(_LEFT_OUT))
    if not allowed:
        raise InputError([*unusable, *unneeded, f"{where}: expected at least one modeb"][0])
    notices += unneeded
    notices += [f"{reason}; it is left out" for reason in unusable]
    changes = _read_settings(said.options, where, notices)
    others = tuple(mode for mode in allowed if mode.about != target)
    recursive = len(others) < len(allowed)
    if not others:
        reason = f": {unusable[0]}" if unusable else ""
        raise InputError(f"{where}: no mode is left for the body but that of the target{reason}")
    return Declarations(head, others, recursive), changes, (*unread, *notices)


@dataclass
class _Statements:
    """The statements of a file by kind, each with its place, and what could not be used."""

    heads: list[tuple[Mode, str]] = field(default_factory=list)
    body: list[tuple[Mode, str]] = field(default_factory=list)
    either: list[tuple[Term, Term, str]] = field(default_factory=list)
    pairs: list[tuple[Term, Term, str]] = field(default_factory=list)
    options: list[tuple[str, Term, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    unusable: list[str] = field(default_factory=list)


def _read_statements(text: str, where: str) -> _Statements:
    """Return the statements of a file; a ``mode`` is not yet one of the head or the body."""
    said = _Statements()
    for statement in read(text, where, said.unread):
        goal, place = statement.term, statement.where
        if isinstance(goal, Struct) and goal.name == ":-" and len(goal.args) == 1:
            goal = goal.args[0]
        match goal:
            case Struct(name="modeh", args=(recall, mode)):
                said.heads.append((_mode(mode, recall, place), place))
            case Struct(name="modeb", args=(recall, mode)):
                try:
                    said.body.append((_body_mode(mode, recall, place), place))
                except InputError as error:
                    said.unusable.append(f"{error}")
            case Struct(name="mode", args=(recall, mode)):
                said.either.append((mode, recall, place))
            case Struct(name="determination", args=(head, other)):
                said.pairs.append((head, other, place))
            case Struct(name="set" | "aleph_set", args=(str(option), value)):
                said.options.append((option, value, place))
            case _:
                said.notices.append(f"{place}: {shortened(goal)} is ignored")
    return said


def _sort_either(said: _Statements, wanted: Signature | None) -> None:
    """Add each ``mode`` to those of the body, and that of the wanted target to the heads."""
    for term, recall, place in said.either:
        try:
            mode = _mode(term, recall, place)
            if mode.about == wanted:
                said.heads += [] if said.heads else [(mode, place)]
                if not any(_signature(other) == wanted for _, other, _ in said.pairs):
                    continue
            said.body.append((_body_mode(term, recall, place), place))
        except InputError as error:
            said.unusable.append(f"{error}")


def _head(said: _Statements, wanted: Signature | None, where: str) -> Mode:
    """Return the mode of the target. Raises the errors of ``declare_modes`` if there is not one."""
    heads = said.heads
    if len(heads) > 1 and any(mode.about == wanted for mode, _ in heads):
        ignored = [(mode, place) for mode, place in heads if mode.about != wanted]
        said.notices += [f"{place}: the modeh of {mode} is ignored" for mode, place in ignored]
        heads = [one for one in heads if one not in ignored]
    if len(heads) != 1:
        if said.unread and not heads:
            raise NotationError(said.unread[0].removesuffix(_LEFT_OUT))
        raise InputError(f"{where}: expected one modeh, found {len(heads)}")
    return heads[0][0]


def _read_determinations(
    pairs: Sequence[tuple[Term, Term, str]], target: Signature, notices: list[str]
) -> dict[Signature, str]:
    """Return the predicates that the determinations of the target name, and where they do.

    Without any, all modes are allowed. Other determinations are reported in ``notices``.
    """
    found: dict[Signature, str] = {}
    for head, body, place in pairs:
        about, other = _signature(head), _signature(body)
        if about is None or other is None:
            notices.append(
                f"{place}: determination({shortened(head)},{shortened(body)}) is ignored: "
                "expected two predicates as name/arity"
            )
        elif about == target:
            found.setdefault(other, place)
        else:
            notices.append(
                f"{place}: the determination of {about[0]}/{about[1]} is ignored: "
                f"the target is {target[0]}/{target[1]}"
            )
    return found


def _signature(term: Term) -> Signature | None:
    match term:
        case Struct(name="/", args=(str(name), int(arity))):
            return name, arity
    return None


def _unneeded(
    mode: Mode, target: Signature, determined: Mapping[Signature, str], background: Background
) -> str | None:
    """Return why a mode of the body is not used, or None if it is."""
    name, arity = mode.about
    if determined and mode.about not in determined:
        return f"{name}/{arity} has no determination"
    if mode.about != target and not background.knows(mode.about):
        return "the background has no such predicate"
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


def _body_mode(term: Term, recall: Term, where: str) -> Mode:
    """Return a mode of the body. Raises ``InputError`` for one that cannot be used."""
    mode = _mode(term, recall, where)
    if not mode.inputs:
        raise InputError(f"{where}: the mode {mode} needs at least one input (+)")
    return mode


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
        words = "this setting of Aleph has" if len(other) == 1 else "these settings of Aleph have"
        notices.append(f"{where}: {words} no meaning here: {listed(other)}")
    if (positives, share, negatives or 0) != (1, 0.0, 0):
        changes["acceptance"] = Acceptance(share, positives, negatives=negatives)
    return changes
