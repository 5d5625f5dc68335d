"""Reads bias in Aleph's format (Srinivasan, "The Aleph manual"): ``modeh``, ``modeb``,
``determination`` and ``set``, as directives or facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sapper.errors import InputError
from sapper.mio.background.background import Background
from sapper.mio.language.reader import Statement, read
from sapper.mio.language.terms import Struct, Term, written
from sapper.mio.learning.modes import Declarations, Mode, determined, mode_of
from sapper.mio.learning.saturation import Depth
from sapper.mio.learning.settings import Acceptance


def is_aleph(text: str) -> bool:
    """Return whether a bias has modes in Aleph's format, and no head in Popper's."""
    modes = re.search(r"^\s*(:-\s*)?(modeh|modeb|mode)\s*\(", text, re.MULTILINE)
    return modes is not None and not re.search(r"^\s*head_pred\s*\(", text, re.MULTILINE)


def declared(
    text: str, background: Background, where: str = "bias.pl"
) -> tuple[Declarations, dict[str, Any], tuple[str, ...]]:
    """Return the declarations, the settings they change, and notices.

    The supported settings are ``clauselength`` (which includes the head), ``i``, ``nodes``,
    ``minpos`` and ``noise`` (a share below 1). Statements and body modes that cannot be used are
    left out with a notice, unless no body mode is left: then the first reason is raised as
    ``InputError``. Also raises it for anything but exactly one target.
    """
    heads: list[Mode] = []
    body: list[Mode] = []
    pairs: list[tuple[Term, Term]] = []
    options: dict[str, Term] = {}
    notices: list[str] = []
    unusable: list[str] = []
    for goal, place in _goals(text, where, notices):
        match goal:
            case Struct(name="modeh", args=(recall, mode)):
                heads.append(mode_of(mode, _recall(recall, place)))
            case Struct(name="modeb", args=(recall, mode)):
                try:
                    body.append(_body_mode(mode, recall, place))
                except InputError as error:
                    unusable.append(f"{error}")
            case Struct(
                name="determination", args=(Struct(name="/") as head, Struct(name="/") as other)
            ):
                pairs.append((head, other))
            case Struct(name="set" | "aleph_set", args=(str(option), value)):
                options[option] = value
            case _:
                notices.append(f"{place}: {written(goal)} is ignored")
    if len({mode.about for mode in heads}) != 1 or len(heads) != 1:
        raise InputError(f"{where}: expected one modeh, found {len(heads)}")
    allowed = []
    kept, undeclared = determined(body, heads[0].about, pairs)
    unusable += [f"{name}/{arity} has a determination but no mode" for name, arity in undeclared]
    for mode in kept:
        if mode.about == heads[0].about:  # a recursive clause
            allowed.append(mode)
            continue
        if not background.knows(mode.about):
            notices.append(
                f"{where}: the mode {mode} is left out: the background has no such predicate"
            )
            continue
        allowed.append(mode)
        if not mode.is_threshold:
            background.allow(mode.about, mode.inputs)
    if unusable and not allowed:
        raise InputError(unusable[0])
    notices += [f"{reason}; it is left out" for reason in unusable]
    changes, unknown = _settings(options)
    notices += [f"{where}: set({name}) is ignored" for name in unknown]
    others = tuple(mode for mode in allowed if mode.about != heads[0].about)
    recursive = len(others) < len(allowed)
    return Declarations(heads[0], others, recursive), changes, tuple(notices)


def _body_mode(term: Term, recall: Term, where: str) -> Mode:
    """Return a mode of the body. Raises ``InputError`` for one that cannot be used."""
    mode = mode_of(term, _recall(recall, where))
    if not mode.inputs:
        raise InputError(f"{where}: the mode {mode} needs at least one input (+)")
    return mode


def _goals(text: str, where: str, notices: list[str]) -> Iterator[tuple[Term, str]]:
    for statement in read(text, where, notices):
        yield _undirected(statement), statement.where


def _undirected(statement: Statement) -> Term:
    match statement.term:
        case Struct(name=":-", args=(goal,)):
            return goal
    return statement.term


def _recall(term: Term, where: str) -> int | None:
    if term == "*":
        return None
    if isinstance(term, int) and term > 0:
        return term
    raise InputError(f"{where}: recall: expected a positive number or *, found {written(term)}")


_NUMBERS = ("clauselength", "i", "nodes", "minpos")


def _settings(options: dict[str, Term]) -> tuple[dict[str, Any], list[str]]:
    changes: dict[str, Any] = {}
    unknown = []
    positives, noise = 1, 0.0
    for name, value in options.items():
        if name in _NUMBERS and isinstance(value, int) and value > 0:
            if name == "clauselength":
                changes["length"] = max(1, value - 1)
            elif name == "i":
                changes["depth"] = Depth(levels=value)
            elif name == "nodes":
                changes["nodes"] = value
            else:
                positives = value
        elif name == "noise" and isinstance(value, float) and 0 <= value < 1:
            noise = value
        else:
            unknown.append(name)
    if (positives, noise) != (1, 0.0):
        changes["acceptance"] = Acceptance(noise, positives)
    return changes, unknown
