"""Finds and reads the files of a task: a folder in the layout of Popper, Aleph's own files, or a
file of Progol.

Aleph's have the endings ``.b``, ``.f`` and ``.n`` for background and bias, positives and negatives,
or are a single file of SWI-Prolog's Aleph, whose sections are marked by directives such as
``begin_bg`` (Srinivasan, "The Aleph manual").
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from mio.errors import InputError, listed
from mio.folders import progol
from mio.folders.aleph import is_aleph
from mio.language.reader import Source, statements

BACKGROUND, EXAMPLES, BIAS, TEST = "bk.pl", "exs.pl", "bias.pl", "exs_test.pl"
_ENDINGS = (".b", ".f", ".n")

#: What a statement of a file that is both background and bias belongs to.
_BIAS = re.compile(r"(?::-\s*)?(?:mode[hb]?|determination|set|aleph_set)\s*\(")
_SECTION = re.compile(r":-\s*(begin|end)_(bg|in_pos|in_neg)\s*\.")
#: Directives without a meaning here.
IDLE = re.compile(
    r":-\s*(?:aleph|use_module|use_rendering|style_check|if|endif|begin_bg|end_bg|read_all"
    r"|set_prolog_flag)\b"
)


@dataclass(frozen=True)
class Text:
    """The text of a file, or a part of it with the rest blank, and the name of the file."""

    text: str
    where: str


@dataclass(frozen=True)
class TaskTexts:
    """The texts of a task.

    ``examples`` are statements ``pos(…)`` and ``neg(…)``; ``positives`` and ``negatives`` are facts
    about the target, as in Aleph's files. ``notices`` are sentences about encodings; ``where``
    names the folder in messages.
    """

    background: Text
    bias: Text
    examples: Text | None = None
    positives: Text | None = None
    negatives: Text | None = None
    test: Text | None = None
    notices: tuple[str, ...] = ()
    where: str = "the folder"


def texts_of(text: Callable[[str], str | None], where: str = "the folder") -> TaskTexts:
    """Return the texts of a task in the layout of Popper, from those of its files by name.

    Modes in Aleph's form may be in the background instead of the bias. Raises ``InputError`` for a
    missing file.
    """

    def get(name: str) -> Text | None:
        found = text(name)
        return None if found is None else Text(found, name)

    background, bias = get(BACKGROUND), get(BIAS)
    if background is None:
        raise InputError(f"{where} has no {BACKGROUND}")
    if is_aleph(background.text) and (bias is None or not is_aleph(bias.text)):
        background, bias = _divided(background)
    if bias is None:
        raise InputError(f"{where} has no {BIAS}")
    return TaskTexts(background, bias, get(EXAMPLES), test=get(TEST))


def read_texts(path: str | Path) -> TaskTexts:
    """Read the files of a task.

    - ``path``: a folder; one of Aleph's files or their name without an ending; or a file of
      SWI-Prolog's Aleph or of Progol.

    Raises ``InputError`` for a missing file, for a folder with several tasks, and with
    ``NotationError`` for what ``progol`` does not read.
    """
    base, notices = Path(path), list[str]()
    if base.is_dir() and not (base / BACKGROUND).exists():
        base = _task_in(base)
    if base.is_dir():
        where = f"{base}: the folder"
        found = texts_of(lambda name: _text(base / name, notices), where)
        return replace(found, notices=tuple(notices), where=where)
    stem = base.with_suffix("") if base.suffix in _ENDINGS else base
    if (file := stem.with_name(stem.name + ".b")).is_file():
        return _aleph(stem, file, notices)
    if base.is_file():
        whole = _text(base, notices)
        if whole is not None and progol.is_progol(whole):
            background, bias, positives, negatives = (
                Text(text, base.name) for text in progol.divided(whole, base.name)
            )
            return TaskTexts(background, bias, None, positives, negatives, notices=tuple(notices))
        if whole is not None and is_aleph(whole):
            return _single(Text(whole, base.name), notices)
        wanted = listed((BACKGROUND, EXAMPLES, BIAS))
        raise InputError(f"{path}: expected a folder that contains {wanted}, or a file with modes")
    raise InputError(f"{path}: no such folder")


def _task_in(base: Path) -> Path:
    """Return the task of Aleph in a folder without the files of Popper, or the folder itself."""
    tasks = sorted(base.glob("*.b"))
    tasks = tasks or [one for one in sorted(base.glob("*.pl")) if _SECTION.search(_quick(one))]
    if len(tasks) > 1:
        names = listed([one.name for one in tasks[:10]], "or")
        raise InputError(f"{base}: the folder has several tasks: choose {names}")
    return tasks[0] if tasks else base


def _quick(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _aleph(stem: Path, file: Path, notices: list[str]) -> TaskTexts:
    """Read the three files of Aleph with one stem: ``.b``, ``.f`` and ``.n``."""
    whole = _text(file, notices)
    if whole is None:
        raise InputError(f"{file}: no such file")
    background, bias = _divided(Text(whole, file.name))
    texts = []
    for ending in (".f", ".n"):
        name = stem.name + ending
        found = _text(stem.with_name(name), notices)
        texts.append(None if found is None else Text(found, name))
    if texts[0] is None:
        raise InputError(f"{stem}.f: no such file: it should hold the positive examples")
    return TaskTexts(
        background, bias, positives=texts[0], negatives=texts[1], notices=tuple(notices)
    )


def _single(whole: Text, notices: list[str]) -> TaskTexts:
    """Divide a file of SWI-Prolog's Aleph into its sections."""
    spans: dict[str, list[tuple[int, int]]] = {"bg": [], "in_pos": [], "in_neg": []}
    section = "bg"
    for start, end in _spans(whole):
        directive = _SECTION.match(whole.text, start)
        if directive is not None:
            section = directive[2] if directive[1] == "begin" else "bg"
        else:
            spans[section].append((start, end))
    if not spans["in_pos"]:
        raise InputError(f"{whole.where}: expected positive examples after :- begin_in_pos.")
    background, bias = _divided(_only(whole, spans["bg"]))
    return TaskTexts(
        background,
        bias,
        positives=_only(whole, spans["in_pos"]),
        negatives=_only(whole, spans["in_neg"]),
        notices=tuple(notices),
    )


def _divided(whole: Text) -> tuple[Text, Text]:
    """Return the background and the bias of a file with both."""
    spans: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end in _spans(whole):
        if not IDLE.match(whole.text, start):
            spans[_BIAS.match(whole.text, start) is not None].append((start, end))
    return _only(whole, spans[0]), _only(whole, spans[1])


def _spans(whole: Text) -> Iterator[tuple[int, int]]:
    """Yield where each statement begins and ends; what cannot be read belongs to the one before."""
    last: tuple[int, int] | None = None
    for found, _, end in statements(Source(whole.text, whole.where)):
        if last is not None:
            yield last[0], found[0].start
        last = found[0].start, end
    if last is not None:
        yield last[0], len(whole.text)


def _only(whole: Text, spans: list[tuple[int, int]]) -> Text:
    """Return a text with all but some parts blank, so that lines and columns stay."""
    pieces, done = list[str](), 0
    for start, end in spans:
        pieces += [blank(whole.text[done:start]), whole.text[start:end]]
        done = end
    return replace(whole, text="".join([*pieces, blank(whole.text[done:])]))


def blank(text: str) -> str:
    """Return white space with as many lines, and characters in the last of them."""
    lines = text.split("\n")
    return "\n" * (len(lines) - 1) + " " * len(lines[-1])


def _text(file: Path, notices: list[str]) -> str | None:
    """Return the text of a file, or None if there is none. Raises ``InputError``."""
    try:
        contents = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{file}: cannot be read: {reason}") from None
    found, encoding = _decoded(contents)
    if encoding != "utf-8":
        notices.append(f"{file.name} is not valid UTF-8, so it is read as {encoding}")
    return found.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(contents: bytes) -> tuple[str, str]:
    """Return a text and its encoding: UTF-8, UTF-16 with a byte order mark, or else Latin-1."""
    for encoding, marks in (("utf-8", ()), ("utf-16", (BOM_UTF16_LE, BOM_UTF16_BE))):
        if not marks or contents.startswith(marks):
            try:
                return contents.decode(encoding).removeprefix("\ufeff"), encoding
            except UnicodeDecodeError:
                continue
    return contents.decode("latin-1"), "latin-1"
