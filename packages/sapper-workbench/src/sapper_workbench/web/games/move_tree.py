"""Endpoints for the tree of a game: all moves that were tried, with comments."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sapper.errors import IllegalMoveError
from sapper.json_input import Whole
from sapper.notation.variations.text import write
from sapper.notation.variations.variations import COMMENT, Variations
from sapper.records.journal import (
    NodeCommented,
    NodeVisited,
    VariationDeleted,
    VariationPromoted,
)
from sapper_workbench.web.games.served_games import GameJson, ServedGame
from sapper_workbench.web.http.endpoints import Endpoint, TextDownload
from sapper_workbench.web.http.fields import Fields, doc
from sapper_workbench.web.views.board import GameTreeJson, TreeTextJson
from sapper_workbench.web.workbench import Workbench


class NodeOf(Fields):
    """A node of a tree."""

    node: Annotated[Whole, doc("the number of the node")]


class Remark(NodeOf):
    """A comment on a node."""

    text: Annotated[
        str, Meta(max_length=2 * COMMENT, description="the comment; empty to remove it")
    ]


async def tree(app: Workbench, name: str) -> GameTreeJson:
    """Return the tree of all moves that were tried."""
    return await app.games.work(name, _tree)


async def visit(app: Workbench, name: str, request: NodeOf) -> GameJson:
    """Go to a node of the tree."""
    return await app.games.apply(name, NodeVisited(node=request.node), GameJson.of)


async def comment(app: Workbench, name: str, request: Remark) -> GameTreeJson:
    """Set the comment of a node."""
    event = NodeCommented(node=request.node, text=request.text)
    return await app.games.apply(name, event, _tree)


async def promote(app: Workbench, name: str, request: NodeOf) -> GameTreeJson:
    """Make the variation of a node the main line."""
    return await app.games.apply(name, VariationPromoted(node=request.node), _tree)


async def delete(app: Workbench, name: str, request: NodeOf) -> GameTreeJson:
    """Delete a node and all its descendants."""
    return await app.games.apply(name, VariationDeleted(node=request.node), _tree)


async def text(app: Workbench, name: str) -> TreeTextJson:
    """Return the tree as text and as a link, once a line of the game has ended."""
    return await app.games.work(name, lambda game: TreeTextJson.of(_shown(game)))


async def file(app: Workbench, name: str) -> TextDownload:
    """Download the tree as text, once a line of the game has ended."""
    tree = await app.games.work(name, lambda game: write(_shown(game)))
    return TextDownload(tree + "\n", f"sapper-{name}.txt")


def _tree(game: ServedGame) -> GameTreeJson:
    return GameTreeJson.of(game.session)


def _shown(game: ServedGame) -> Variations:
    """Return the tree of a game that has shown its mines. Raises ``IllegalMoveError`` for another
    one."""
    if not game.session.ended:
        raise IllegalMoveError(
            "the text and the link of a game contain the mines, so they are available only once "
            "a line of the game has ended"
        )
    return game.session.variations()


ENDPOINTS = (
    Endpoint("GET", "/api/games/{id}/tree", tree),
    Endpoint("POST", "/api/games/{id}/visit", visit),
    Endpoint("POST", "/api/games/{id}/comment", comment),
    Endpoint("POST", "/api/games/{id}/promote", promote),
    Endpoint("POST", "/api/games/{id}/delete", delete),
    Endpoint("GET", "/api/games/{id}/variations", text),
    Endpoint("GET", "/api/games/{id}/variations.txt", file),
)
