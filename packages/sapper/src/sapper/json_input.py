"""Reads JSON from outside into declared types with msgspec, and words all errors.

A type is a ``msgspec.Struct``, a dataclass or anything else that msgspec reads. Messages derive the
expected values from the declaration of the type, so nothing about a field is written twice.
"""

from __future__ import annotations

import codecs
import json
import re
import threading
from math import isfinite
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec
from msgspec import Meta, inspect

from sapper.errors import NotationError, listed, plural, quoted, unknown
from sapper.lazy import renew_in_forks

T = TypeVar("T")

MAX_SHOWN_LENGTH = 40  #: maximum length of a wrong value in a message
SURROGATE = "expected valid Unicode, got an unpaired surrogate"
MAX_EXACT = 2**53 - 1  #: the largest whole number that programs in every language read exactly

Whole = Annotated[int, Meta(ge=0, le=MAX_EXACT)]
#: The decimal digits of a seed, which has at most 128 bits.
Digits = Annotated[str, Meta(pattern=r"^[0-9]{1,39}\Z")]
#: A seed in a request: from 2**53 on as its digits, because the number may have been rounded.
SeedField = Whole | Digits

_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}
_preparing = threading.Lock()


def _renew() -> None:
    global _preparing
    _preparing = threading.Lock()


renew_in_forks(_renew)


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """Return the decoder of a type.

    msgspec (0.22) prepares a type when it first reads it, and crashes the interpreter if two
    threads do so at once. So all types are prepared here, one at a time.
    """
    found = _DECODERS.get(kind)
    if found is None:
        with _preparing:
            found = _DECODERS[kind] = msgspec.json.Decoder(kind)
    return found


def seed_json(seed: int | None) -> int | str | None:
    """Return a seed for JSON: from 2**53 on as its digits, which programs do not round."""
    return seed if seed is None or seed <= MAX_EXACT else str(seed)


def convert(
    value: object, kind: type[T], *, strict: bool = True, from_attributes: bool = False
) -> T:
    """Convert plain values, or with ``from_attributes`` objects, to a value of a type; unless
    ``strict``, numbers may be strings. Raises ``msgspec.ValidationError``."""
    decoder(kind)  # prepares the type
    return msgspec.convert(value, kind, strict=strict, from_attributes=from_attributes)


def read_json(source: str | bytes, kind: type[T], what: str) -> T:
    """Parse a JSON text as a value of a type; ``what`` names it in messages, such as ``a record``.

    Raises ``NotationError`` naming the line and column for invalid JSON, and the errors of
    ``read_value``.
    """
    if not isinstance(source, str | bytes):
        raise NotationError(f"expected {what} as JSON text, not a {type(source).__name__}")
    try:
        return decoder(kind).decode(source)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise _explained(source, kind, what) from None


def read_value(value: object, kind: type[T], place: str = "", *, strict: bool = True) -> T:
    """Convert plain values of JSON to a value of a type; unless ``strict``, numbers may be strings.

    Raises ``NotationError`` naming the place, if given, the field, and the expected and actual
    values.
    """
    try:
        return convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        sentence = _wrong(str(error), value, inspect.type_info(kind))
        raise NotationError(f"{place}: {sentence}" if place else sentence) from None


def _explained(source: str | bytes, kind: type[Any], what: str) -> NotationError:
    """Say why a JSON text does not match a type."""
    text = source if isinstance(source, bytes) else source.encode(errors="surrogatepass")
    if text.startswith(codecs.BOM_UTF8):
        return NotationError(f"expected {what} as JSON without a byte order mark")
    try:
        read_value(json.loads(source, parse_constant=_no_constant), kind)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        return NotationError(f"{where}: expected {what} as JSON, but this is not valid JSON")
    except NotationError as error:
        return error
    except UnicodeDecodeError:
        return NotationError(f"expected {what} as JSON in UTF-8")
    except UnicodeEncodeError:
        return NotationError(SURROGATE)
    except (ValueError, RecursionError):
        return NotationError(
            f"expected {what} as JSON without NaN, overlong numbers or deep nesting"
        )
    try:
        json.loads(source, parse_float=_finite)
    except ValueError as error:
        return NotationError(f"expected {what} as JSON with smaller numbers than {error}")
    return NotationError(SURROGATE)


def describe_json(value: object) -> str:
    """Return a value from outside for a message: strings are quoted, shortened and escaped."""
    if isinstance(value, list):
        return f"a list of {plural(len(value), 'value')}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return quoted(value)
    try:
        return json.dumps(value, default=str)[:MAX_SHOWN_LENGTH]
    except ValueError:  # it has more digits than Python writes
        return "such a large number"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise ValueError(digits)
    return value


def _wrong(fault: str, value: Any, kind: inspect.Type) -> str:
    """Say what is wrong with a value; ``fault`` is the message of msgspec: ``… - at `$.cell[1]`
    ``."""
    whole, place = (value, kind), ""
    path = re.search(r" - at `\$(\S+)`\Z", fault)
    for step in re.findall(r"\.(\w+)|\[(\d+)\]", path[1] if path else ""):
        name, index = step
        found = _part(value, kind, name or int(index))
        if found is None:
            break
        value, kind = found
        place += f"[{index}]" if index else f".{name}" if place else name
    where = f"'{place}': " if place else ""
    if fault.startswith("Object contains unknown field"):
        if sentence := _unknown(value, kind):
            return where + sentence
        if sentence := _unknown(*whole):  # what looked like a path is part of the field's name
            return sentence
    names = _fields(kind, value)
    missing = re.match(r"Object missing required field `(\w+)`", fault)
    if missing and missing[1] in names:
        return (
            f"{where}the field '{missing[1]}' is missing: expected {_expected(names[missing[1]])}"
        )
    got = describe_json(value)
    if isinstance(value, str) and len(value) > MAX_SHOWN_LENGTH:
        got = f"{len(value):,} characters"
    return f"{where}expected {_expected(kind)}, got {got}"


def _part(value: Any, kind: inspect.Type, key: str | int) -> tuple[Any, inspect.Type] | None:
    """Return a part of a value with its type, or None if its type is not declared."""
    if isinstance(key, str):
        fields = _fields(kind, value)
        known = isinstance(value, dict) and key in value and key in fields
        return (value[key], fields[key]) if known else None
    if not isinstance(value, list) or key >= len(value):
        return None
    for each in _choices(kind):
        if isinstance(each, inspect.TupleType) and len(each.item_types) == len(value):
            return value[key], each.item_types[key]
        if isinstance(each, inspect.ListType | inspect.VarTupleType):
            return value[key], each.item_type
    return None


def _unknown(value: object, kind: inspect.Type) -> str:
    """Return a message about the first undeclared field of an object, or an empty string."""
    if not isinstance(value, dict) or not _structs(kind):
        return ""
    names = _fields(kind, value)
    extra = [name for name in value if name not in names]
    if extra and names:
        return unknown("field", extra[0], names)
    return f"unknown field {quoted(extra[0])}: expected no fields" if extra else ""


def _fields(kind: inspect.Type, value: object) -> dict[str, inspect.Type]:
    """Return the fields of an object's type by name, choosing the matching type of a union."""
    found: dict[str, inspect.Type] = {}
    structs = _structs(kind)
    tagged = [each for each in structs if isinstance(each, inspect.StructType) and each.tag_field]
    if tagged:
        name = str(tagged[0].tag_field)
        found[name] = inspect.LiteralType(tuple(each.tag for each in tagged))
        given = value.get(name) if isinstance(value, dict) else None
        structs = [each for each in tagged if each.tag == given]
    for each in structs[:1]:
        found |= {field.encode_name: field.type for field in each.fields}
    return found


def _structs(kind: inspect.Type) -> list[inspect.StructType | inspect.DataclassType]:
    known = (inspect.StructType, inspect.DataclassType)
    return [each for each in _choices(kind) if isinstance(each, known)]


def _choices(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return the members of a type, without null unless it is the only one."""
    if isinstance(kind, inspect.Metadata):
        return _choices(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(
            one
            for each in kind.types
            for one in _choices(each)
            if not isinstance(one, inspect.NoneType)
        )
    return (kind,)


def _expected(kind: inspect.Type) -> str:
    """Describe the values that a type allows."""
    return " or ".join(dict.fromkeys(map(_expected_one, _choices(kind))))


def _expected_one(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType():
            return "a whole number" + _range(kind)
        case inspect.FloatType():
            return "a number" + _range(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(pattern=r"^[0-9]{1,39}\Z"):
            return "a string of at most 39 digits"
        case inspect.StrType(pattern=str() as pattern):
            return f"a string that matches {pattern}"
        case inspect.StrType(max_length=None):
            return "a string"
        case inspect.StrType(max_length=most):
            return f"a string of at most {most:,} characters"
        case inspect.LiteralType(values=values):
            return listed(map(str, values), "or")
        case (
            inspect.TupleType(item_types=(inspect.IntType(), inspect.IntType()))
            | inspect.ListType(item_type=inspect.IntType(), min_length=2, max_length=2)
        ):
            return "a cell [row, column]"
        case inspect.TupleType(item_types=parts):
            return f"a list of {len(parts)} values"
        case inspect.ListType(min_length=1) | inspect.VarTupleType(min_length=1):
            return "a list that is not empty"
        case inspect.ListType() | inspect.VarTupleType():
            return "a list"
        case inspect.DictType(value_type=each) if not isinstance(each, inspect.AnyType):
            return f"a JSON object with {_expected(each)} as each value"
        case inspect.NoneType():
            return "null"
    return "a JSON object"


def _range(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge} to {kind.le}"
    least = f" above {kind.gt:g}" if kind.gt is not None else ""
    least = f" of at least {kind.ge}" if kind.ge is not None else least
    most = f" of at most {kind.le:g}" if kind.le is not None else ""
    return f"{least},{most.removeprefix(' of')}" if least and most else least + most
