"""The JSON Schemas of answers, for the OpenAPI description."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
CELL: Schema = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2}
ANYTHING: Schema = {"type": "object"}


def named(name: str) -> Schema:
    """Return a reference to a schema of this table."""
    return {"$ref": f"#/components/schemas/{name}"}


def many(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def maybe(schema: Schema) -> Schema:
    """Return the schema of a value or null."""
    return {"oneOf": [schema, {"type": "null"}]}


def fields(optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """Return the schema of an object with exactly these fields; only some may be optional."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


CODE: Schema = {
    "type": "string",
    "pattern": r"^([HF*G#]|\d{1,3}(\+\d{1,3})?)$",
    "description": "H hidden, F flagged, * open mine, G gold, # blocked, or a clue: 2, 2+1",
}
CHANGE: Schema = {
    "type": "array",
    "prefixItems": [WHOLE, CODE],
    "minItems": 2,
    "maxItems": 2,
    "description": "the index of a cell and its new code",
}
OUTCOME: Schema = {"type": "string", "enum": ["playing", "won", "lost"]}
SEED = {
    **maybe(WHOLE),
    "description": "null for a game without a seed, and while the seed is secret",
}
TRUTH = fields(mines=many(CELL), gold=many(CELL))

SCHEMAS: dict[str, Schema] = {
    "Error": fields(error=TEXT),
    "Board": fields(
        width=WHOLE,
        height=WHOLE,
        mines=WHOLE,
        grid=TEXT,
        rules=ANYTHING,
        cells=many(CODE),
        lives_left=WHOLE,
        mines_left=WHOLE,
        outcome=OUTCOME,
    ),
    "Decision": fields(
        action=TEXT,
        cell=CELL,
        strategy=TEXT,
        kind=TEXT,
        reason=TEXT,
        clues=many(CELL),
        mines=many(CELL),
        considered=many({"type": "array", "prefixItems": [CELL, maybe(NUMBER)]}),
        mine_probability=maybe(NUMBER),
        seconds=NUMBER,
        guess=FLAG,
        passed=many(fields(strategy=TEXT, words=TEXT)),
        effort=maybe(ANYTHING),
    ),
    "Pass": fields(cell={"type": "null"}, words=TEXT),
    "Step": fields(
        number=WHOLE,
        decision=named("Decision"),
        changed=many(CHANGE),
        lives_left=WHOLE,
        mines_left=WHOLE,
        outcome=OUTCOME,
    ),
    "Game": fields(
        ("truth",),
        id=TEXT,
        kind=TEXT,
        number=WHOLE,
        seed=SEED,
        level=TEXT,
        board=named("Board"),
        moves=WHOLE,
        undoable=WHOLE,
        redoable=WHOLE,
        player=maybe(TEXT),
        world=maybe(TEXT),
        no_guess=FLAG,
        seconds=NUMBER,
        last=maybe(named("Step")),
        truth=TRUTH,
    ),
    "Moved": fields(
        ("truth",),
        step=maybe(named("Step")),
        words=TEXT,
        undoable=WHOLE,
        redoable=WHOLE,
        seconds=NUMBER,
        seed=SEED,
        truth=TRUTH,
    ),
    "Choice": {"oneOf": [named("Decision"), named("Pass")]},
    "Steps": fields(
        board=named("Board"),
        player=TEXT,
        seed=SEED,
        number=WHOLE,
        level=TEXT,
        steps=many(named("Step")),
        end=ANYTHING,
    ),
    "Analysis": fields(
        ("truth",),
        consistent=FLAG,
        error=maybe(TEXT),
        conflict=maybe(fields(clues=many(CELL))),
        faults=many(fields(kind=TEXT, cell=maybe(CELL), words=TEXT)),
        width=WHOLE,
        height=WHOLE,
        mines=WHOLE,
        board=named("Board"),
        text=TEXT,
        link=TEXT,
        log10_layouts=maybe(NUMBER),
        exact=FLAG,
        note=TEXT,
        mine_probability=many(maybe(NUMBER)),
        safe=many(CELL),
        certain_mines=many(CELL),
        suggestion=maybe(named("Decision")),
        seconds=NUMBER,
        truth=TRUTH,
    ),
    "Replay": fields(replay=named("Steps")),
    "Read": {"oneOf": [named("Analysis"), named("Replay")]},
    "Why": fields(
        certain={"type": "string", "enum": ["safe", "mine", "neither"]},
        clues=many(CELL),
        mines=many(CELL),
        words=TEXT,
    ),
    "Rules": many(
        fields(
            theory=TEXT,
            name=TEXT,
            target=TEXT,
            clause=TEXT,
            board=maybe(named("Board")),
            marks=maybe(ANYTHING),
            words=TEXT,
            text=maybe(TEXT),
        )
    ),
    "About": fields(
        version=TEXT,
        token_needed=FLAG,
        limits=ANYTHING,
        levels=many(fields(name=TEXT, width=WHOLE, height=WHOLE, mines=WHOLE)),
        worlds=many(TEXT),
        world_words=ANYTHING,
        players=many(fields(name=TEXT, recipe=TEXT, words=TEXT, options=many(ANYTHING))),
        keys=many(fields(name=TEXT, keys=many(TEXT), group=TEXT, help=TEXT)),
        results=many(TEXT),
    ),
    "Results": fields(results=many(TEXT)),
    "Any": ANYTHING,
}
