"""Writes tasks in the formats of Popper, Aleph and Progol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mio.errors import InputError
from mio.folders.files import BACKGROUND, BIAS, EXAMPLES, IDLE, TEST, read_texts
from mio.folders.folder import Folder, read_folder
from mio.language.reader import Source, statements
from mio.language.terms import literal, written
from mio.learning.coverage import Example
from mio.learning.modes import Mode
from mio.learning.theory import Examples


def convert_task(path: str | Path, to: str | Path) -> None:
    """Write a task that ``read_folder`` reads in another format.

    - ``to``: ``x.pl`` for a file of Progol, ``x.b`` for Aleph's ``x.b``, ``x.f`` and ``x.n``, or
      a folder for the layout of Popper, which alone has a place for test examples.

    The modes are those that were read or inferred. Raises the errors of ``read_folder``, and
    ``InputError`` for modes and directives that the format does not have, and if a file cannot be
    written.
    """
    task, base, found = read_folder(path), Path(to), read_texts(path).background
    head, shown = task.declared.head.name, task.examples
    background = "\n".join(_clauses(Source(found.text, found.where), base.suffix == ".pl")) + "\n"
    if base.suffix == ".pl":
        positives, negatives = _facts(head, shown.positives), _facts(head, shown.negatives, ":- ")
        files = {base: f"{_modes(task, '?', 'c', 0)}{background}{positives}{negatives}"}
    elif base.suffix == ".b":
        files = {base: f"{_modes(task, '.', 'clauselength', 1)}{background}"}
        files[base.with_suffix(".f")] = _facts(head, shown.positives)
        files[base.with_suffix(".n")] = _facts(head, shown.negatives)
    else:
        files = {base / BACKGROUND: background, base / BIAS: _popper(task)}
        files[base / EXAMPLES] = _labelled(head, shown)
        if task.test is not None:
            files[base / TEST] = _labelled(head, task.test)
    try:
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{to}: cannot be written: {(error.strerror or '').lower()}") from None


def _clauses(source: Source, progol: bool) -> Iterator[str]:
    """Yield the statements of a background. Raises ``InputError`` for a directive with a meaning
    that Progol does not have."""
    for tokens, start, end in statements(source):
        idle = IDLE.match(source.text, start) is not None
        if tokens[0].text != ":-" or not (progol or idle):
            yield source.text[start:end]
        elif not idle:
            line, text = source.line(start), source.text[start:end][:60]
            raise InputError(f"{source.where}, line {line}: Progol has no directive {text}")


def _facts(name: str, rows: Sequence[Example], before: str = "") -> str:
    return "".join(f"{before}{written(literal(name, row))}.\n" for row in rows)


def _labelled(name: str, examples: Examples) -> str:
    pairs = (("pos", examples.positives), ("neg", examples.negatives))
    return "".join(
        f"{word}({written(literal(name, row))}).\n" for word, rows in pairs for row in rows
    )


def _used(task: Folder) -> list[Mode]:
    """Return the modes of bodies, and those for recursion if the target may be called."""
    declared = task.declared
    more = (*declared.generators, declared.head) if declared.recursive else ()
    return [*dict.fromkeys((*declared.body, *declared.sources, *more))]


def _modes(task: Folder, end: str, length: str, head: int) -> str:
    """Return the modes in Aleph's form, each with its ``end``, and the limits of clauses."""
    lines = [f":- set({length},{task.settings.length + head})"]
    lines += [f":- set(i,{task.settings.depth.levels})", f":- modeh(1,{task.declared.head})"]
    for mode in _used(task):
        lines.append(f":- modeb({mode.recall or '*'},{mode})")
    return "".join(f"{line}{end}\n" for line in lines)


def _popper(task: Folder) -> str:
    """Return a bias in Popper's form. Raises ``InputError`` for a mode with constants."""
    declared = task.declared
    lines = [f"max_body({task.settings.length})."]
    lines += ["enable_recursion."] if declared.recursive else []
    lines += [
        f"constant({written(one)},{kind})." for kind, all in declared.constants for one in all
    ]
    modes: dict[tuple[str, int], list[Mode]] = {declared.head.about: [declared.head]}
    for mode in _used(task):
        if mode.is_threshold:
            lines.append(f"threshold({mode.places[0].type}).")
        elif any(place.sign not in "+-" for place in mode.places) and not declared.constants:
            raise InputError(f"the form of Popper has no constants, as in the mode {mode}")
        else:
            modes.setdefault(mode.about, []).append(mode)
    for (name, arity), found in modes.items():
        comma = "," if arity == 1 else ""
        word = "head" if name == declared.head.name else "body"
        kinds = ",".join(place.type for place in found[0].places)
        lines += [f"{word}_pred({name},{arity}).", f"type({name},({kinds}{comma}))."]
        begins = [mode for mode in found if mode in declared.sources]
        if begins or len(set(found)) == 1:  # otherwise they are inferred again
            places = (begins or found)[0].places
            ways = ",".join("in" if place.sign == "+" else "out" for place in places)
            lines.append(f"direction({name},({ways}{comma})).")
    return "\n".join([*dict.fromkeys(lines), ""])
