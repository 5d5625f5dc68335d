"""Tasks about graphs: paths, cycles and reachability; and a program analysis on the same ground."""

from __future__ import annotations

from collections.abc import Mapping

from mio import Chance
from mio_bench.tasks.task import Labelled, Task, task

Graph = Mapping[int, frozenset[int]]  #: the successors of each node

_COLOURS = ("red", "green", "blue", "yellow")


def graphs(chance: Chance) -> list[Task]:
    """Return tasks about nodes of a directed graph."""
    return [_two_steps(chance), _cycle(chance), _reach(chance)]


def pointers(chance: Chance) -> list[Task]:
    """Return tasks about what the variables of a program point to."""
    return [_points_to(chance), _alias(chance)]


def _random_graph(chance: Chance, nodes: int, degree: int) -> Graph:
    return {
        node: frozenset(chance.below(nodes) for _ in range(degree)) - {node}
        for node in range(nodes)
    }


def _edges(graph: Graph, name: str = "edge", prefix: str = "n") -> list[str]:
    return [f"{name}({prefix}{a},{prefix}{b})." for a in graph for b in sorted(graph[a])]


def _reachable(graph: Graph, start: int) -> set[int]:
    """Return the nodes at the end of a path of one or more edges."""
    reached: set[int] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += graph[node]
    return reached


def _two_steps(chance: Chance) -> Task:
    graph = _random_graph(chance, 240, 2)
    colours = {node: chance.choice(_COLOURS) for node in graph}
    examples = [
        (f"f(n{a})", any(colours[c] == "red" for b in graph[a] for c in graph[b])) for a in graph
    ]
    return task(
        "graph-two-steps",
        chance,
        examples,
        background=[*_edges(graph), *(f"{colour}(n{node})." for node, colour in colours.items())],
        bias="""
head_pred(f,1). body_pred(edge,2).
body_pred(red,1). body_pred(green,1). body_pred(blue,1). body_pred(yellow,1).
type(f,(node,)). type(edge,(node,node)).
type(red,(node,)). type(green,(node,)). type(blue,(node,)). type(yellow,(node,)).
max_vars(4). max_body(4). max_clauses(1).
""",
        theory="f(A) :- edge(A,B), edge(B,C), red(C).\n",
    )


def _cycle(chance: Chance) -> Task:
    successors = {a: set(more) for a, more in _random_graph(chance, 300, 1).items()}
    for _ in range(55):
        a, b, c = chance.shuffled(range(300))[:3]
        successors[a].add(b)
        successors[b].add(c)
        successors[c].add(a)
    graph = {a: frozenset(more) for a, more in successors.items()}
    examples = [(f"f(n{a})", any(a in graph[c] for b in graph[a] for c in graph[b])) for a in graph]
    return task(
        "graph-cycle",
        chance,
        examples,
        background=_edges(graph),
        bias="head_pred(f,1). body_pred(edge,2).\nmax_vars(4). max_body(4).\n",
        theory="f(A) :- edge(A,B), edge(B,C), edge(C,A).\n",
    )


def _reach(chance: Chance) -> Task:
    graph = _random_graph(chance, 60, 1)
    examples: list[Labelled] = []
    for a in graph:
        reached = _reachable(graph, a)
        examples += [(f"f(n{a},n{b})", b in reached) for b in graph]
    return task(
        "graph-reach",
        chance,
        examples,
        background=_edges(graph),
        bias="""
enable_recursion. head_pred(f,2). body_pred(edge,2).
type(f,(node,node)). type(edge,(node,node)).
max_vars(4). max_body(3).
""",
        theory="f(A,B) :- edge(A,B).\nf(A,B) :- edge(A,C), f(C,B).\n",
    )


def _points_to(chance: Chance) -> Task:
    graph = _random_graph(chance, 50, 1)
    objects = {node: chance.below(12) for node in graph if chance.below(3) == 0}
    examples = []
    for a in graph:
        known = {objects[b] for b in {a, *_reachable(graph, a)} if b in objects}
        examples += [(f"points(v{a},o{thing})", thing in known) for thing in range(12)]
    return task(
        "pointer-points",
        chance,
        examples,
        background=[
            *_edges(graph, "assign", "v"),
            *(f"address(v{a},o{thing})." for a, thing in objects.items()),
        ],
        bias="""
enable_recursion. head_pred(points,2). body_pred(assign,2). body_pred(address,2).
type(points,(variable,object)). type(assign,(variable,variable)).
type(address,(variable,object)).
direction(points,(in,out)). direction(assign,(in,out)). direction(address,(in,out)).
max_vars(4). max_body(3).
""",
        theory="points(A,B) :- address(A,B).\npoints(A,B) :- assign(A,C), points(C,B).\n",
    )


def _alias(chance: Chance) -> Task:
    """Learn which variables are both written through and share an object."""
    objects = {a: frozenset(chance.below(40) for _ in range(2)) for a in range(80)}
    written = {a for a in objects if chance.below(2)}
    examples = [
        (f"race(v{a},v{b})", bool(objects[a] & objects[b]) and a in written)
        for a in objects
        for b in objects
        if a != b and (objects[a] & objects[b] or chance.below(40) == 0)
    ]
    return task(
        "pointer-race",
        chance,
        examples,
        background=[
            *(f"address(v{a},o{thing})." for a in objects for thing in sorted(objects[a])),
            *(f"written(v{a})." for a in sorted(written)),
            *(f"read(v{a})." for a in objects if chance.below(2)),
        ],
        bias="""
head_pred(race,2). body_pred(address,2). body_pred(written,1). body_pred(read,1).
max_vars(4). max_body(4).
""",
        theory="race(A,B) :- address(A,C), address(B,C), written(A).\n",
    )
