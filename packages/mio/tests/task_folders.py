"""A small task folder in Popper's and in Aleph's form, and where published tasks may be."""

from __future__ import annotations

from pathlib import Path

from mio_bench.tasks import Family, Task, tasks_of

#: Published tasks, beside the checkout.
TASKS = Path(__file__).resolve().parents[4] / "shared" / "tasks"

BACKGROUND = """
    :- style_check(-discontiguous). :- initialization(main).
    car(t1,c1). car(t2,c2). car(t2,c3). car(t3,c4). car(t4,c5).
    short(c1). short(c3). long(c2). long(c4). long(c5).
    wheels(c1,2). wheels(c2,3). wheels(c3,2). wheels(c4,2). wheels(c5,3).
    even(N) :- 0 is N mod 2.
"""
EXAMPLES = "pos(east(t1)). pos(east(t2)). neg(east(t3)). neg(east(t4))."
POPPER = """
    head_pred(east,1). body_pred(car,2). body_pred(wheels,2). body_pred(even,1). max_body(4).
    max_vars(5). body_pred(absent,1).
    type(east,(train,)). type(car,(train,car)). type(wheels,(car,int)). type(even,(int,)).
    constant(short,car). constant(long,car).
    body_pred(P,1) :- constant(P,_).
    type(P,(T,)) :- constant(P,T).
    type(absent,(car,)).
    :- clause(C), #count{V : var_type(C,V,train)} != 1.
    :- clause(C), body_literal(C,even,_,_), not foo(C).
"""
ALEPH = """
    :- set(clauselength, 4). :- set(i, 2). :- set(verbosity, 0).
    :- modeh(1, east(+train)).
    :- modeb(*, car(+train, -car)). :- modeb(1, short(+car)). :- modeb(1, long(+car)).
    :- modeb(1, wheels(+car, #int)).
    :- determination(east/1, car/2). :- determination(east/1, short/1).
"""


def generated(family: Family, name: str) -> Task:
    """Return a task of a family of the benchmarks; making those of all families takes longer."""
    (found,) = [task for task in tasks_of(family, 0) if task.name == name]
    return found


def write(path: Path, **texts: str) -> Path:
    files = {"bk": BACKGROUND, "exs": EXAMPLES, "bias": POPPER} | texts
    for name, text in files.items():
        (path / f"{name}.pl").write_text(text)
    return path
