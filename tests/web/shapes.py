"""Whether a value has the shape that a JSON Schema says, as far as the server's schemas go."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
KNOWN = {
    *("$ref", "oneOf", "type", "enum", "pattern", "description", "properties", "required"),
    *("additionalProperties", "items", "prefixItems", "minItems", "maxItems"),
}


def misfit(value: Any, schema: dict[str, Any], schemas: dict[str, Any], at: str = "") -> str:
    """What is wrong with a value, and where; empty if nothing is."""
    assert schema.keys() <= KNOWN, schema
    if "$ref" in schema:
        return misfit(value, schemas[schema["$ref"].rpartition("/")[2]], schemas, at)
    if "oneOf" in schema:
        wrong = [misfit(value, one, schemas, at) for one in schema["oneOf"]]
        return "" if wrong.count("") == 1 else f"{at}: {wrong}"
    kind = schema["type"]
    if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{at}: {value!r} is no {kind}"
    if value not in schema.get("enum", [value]):
        return f"{at}: {value!r} is none of {schema['enum']}"
    if not re.search(schema.get("pattern", ""), str(value)):
        return f"{at}: {value!r} does not match"
    if kind == "object":
        return _object(value, schema, schemas, at)
    if kind == "array":
        return _array(value, schema, schemas, at)
    return ""


def _object(value: Any, schema: dict[str, Any], schemas: dict[str, Any], at: str) -> str:
    known = schema.get("properties", {})
    missing = set(schema.get("required", ())) - value.keys()
    more = value.keys() - known.keys() if schema.get("additionalProperties") is False else set()
    if missing or more:
        return f"{at}: missing {missing}, unknown {more}"
    parts = (
        misfit(value[name], part, schemas, f"{at}.{name}")
        for name, part in known.items()
        if name in value
    )
    return next(filter(None, parts), "")


def _array(value: Any, schema: dict[str, Any], schemas: dict[str, Any], at: str) -> str:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return f"{at}: {len(value)} items"
    kinds = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
    parts = (
        misfit(item, kind, schemas, f"{at}[{number}]")
        for number, (item, kind) in enumerate(zip(value, kinds, strict=True))
        if kind
    )
    return next(filter(None, parts), "")
