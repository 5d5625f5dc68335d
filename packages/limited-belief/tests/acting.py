"""A world of actions: a robot that holds one thing."""

from __future__ import annotations

from limited_belief import Result, Session

ROOM = """
sort thing  name nothing, box, cup : thing  variable x, y : thing
function holding : thing
rigid sort action  function pickup(thing) : action  name drop, look : action  variable a : action
sensor seen(action) : thing
know holding = nothing or holding = box
always seen(look) = x <-> holding = x
always [a] holding = x <-> (a = pickup(x) or a = drop and x = nothing
                            or forall y (a != pickup(y) and a != drop and holding = x))
"""
ACTIONS = ("pickup(box)", "pickup(cup)", "drop", "look")


def results(text: str) -> list[Result]:
    session = Session()
    return list(session.run(session.read(text)))


def after(held: str, actions: tuple[str, ...]) -> str:
    """What is held after some actions, carried out one by one."""
    for action in actions:
        if action == "drop":
            held = "nothing"
        elif action != "look":
            held = action.removeprefix("pickup(").removesuffix(")")
    return held


def seen(held: str, actions: tuple[str, ...]) -> list[str]:
    """What the looks among some actions show."""
    looks = [place for place, action in enumerate(actions) if action == "look"]
    return [after(held, actions[:place]) for place in looks]
