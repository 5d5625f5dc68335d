"""Checks the types of the page: ``python tools/page_types.py``.

TypeScript's checker reads the page's modules, their JSDoc, and the types of the server's answers,
``Api.Board`` and others, which this writes from the description of the endpoints. The checker is
the one that ``package-lock.json`` beside the tests of the page pins, installed in ``build/page``.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sapper_workbench.web.http.endpoints import description
from sapper_workbench.web.server import ENDPOINTS

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "page"
PINNED = ROOT / "packages" / "sapper-workbench" / "tests" / "page"
CHECKER = BUILD / "node_modules" / "typescript" / "bin" / "tsc"
NAMES = {
    "null": "null",
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
}
VENDOR = "/page/vendor/"  #: written by others, and minified
IMPLICIT_ANY = ": error TS70"  #: the faults of what has no type, and none can be inferred
#: Modules in which everything has a type; in others, parameters may lack one.
TYPED = re.compile(
    r"/app/(?:board/.*|tree/(?:tree|positions)|\w+/state|parts/(?:hooks|replay)|play/moves|watch/game"
    r"|preferences/preferences|api|choice|format|keys|route|storage|stream|transport)\.js\("
)


def type_of(schema: dict[str, Any]) -> str:
    """Return a schema of the description as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(map(type_of, schema[key]))
    kind = schema.get("type", "any")
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if kind == "array":
        return f"({type_of(schema.get('items', {}))})[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        of = type_of(values) if isinstance(values, dict) else "any"
        return fields_of(schema) if "properties" in schema else f"Record<string, {of}>"
    return NAMES.get(kind, "any")


def fields_of(schema: dict[str, Any]) -> str:
    """Return the fields of a schema; those that may be left out are always in the answers."""
    fields = (f"{name}: {type_of(of)};" for name, of in schema["properties"].items())
    return f"{{ {' '.join(fields)} }}"


def declarations() -> Iterator[str]:
    """Yield the lines that declare the types of the description, and ``Api.Get`` and ``Api.Post``:
    the types of the answers by the path of the request."""
    described = description(ENDPOINTS)
    yield "declare namespace Api {"
    for name, schema in sorted(described["components"]["schemas"].items()):
        yield f"  type {name} = {type_of(schema)};"
    for method in ("get", "post"):
        yield f"  interface {method.title()} {{"
        for path, operations in described["paths"].items():
            for answer in operations.get(method, {}).get("responses", {"": {}}).values():
                content = answer.get("content", {}).get("application/json")
                if content and "$ref" not in answer:
                    yield f"    {json.dumps(path)}: {type_of(content['schema'])};"
        yield "  }"
    yield "}"


def install() -> str:
    """Install the pinned checker unless it is there; return why that is impossible, if it is."""
    lock, installed = PINNED / "package-lock.json", BUILD / "package-lock.json"
    if CHECKER.exists() and installed.read_bytes() == lock.read_bytes():
        return ""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "node and npm are not installed"
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINNED / name, BUILD)
    command = [npm, "ci", "--silent", "--no-audit", "--no-fund", "--prefix", str(BUILD)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "npm cannot install TypeScript" if done.returncode else ""


def faults() -> list[str]:
    """Return what the checker finds, except in vendored modules."""
    command = [
        "node",
        str(CHECKER),
        "--project",
        str(PINNED / "jsconfig.json"),
        "--pretty",
        "false",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if ": error TS" in line]
    if done.returncode and not found:  # it did not even begin
        return [done.stdout + done.stderr]
    return [
        line
        for line in found
        if VENDOR not in line and (IMPLICIT_ANY not in line or TYPED.search(line))
    ]


def main() -> int:
    """Check the page, and print what is wrong."""
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "api.d.ts").write_text("\n".join(declarations()) + "\n", encoding="utf-8")
    if why := install():
        print(f"skipped: {why}")
        return 0
    wrong = faults()
    print("\n".join(wrong) or "no faults")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
