"""Small problems that have nothing to do with mines, with their odds, and their optimum by plain
expectimax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sapper_agents.planning import Luck


class Bandit:
    """Pull one arm once; each pays 1 with its own probability."""

    def __init__(self, *pays: float) -> None:
        self.pays = pays

    def world(self, state: bool, luck: Luck) -> None:
        return None

    def actions(self, state: bool) -> Sequence[int]:
        return () if state else range(len(self.pays))

    def step(self, state: bool, action: int, world: None, luck: Luck) -> tuple[bool, float, None]:
        paid = luck.random() < self.pays[action]
        return paid, float(paid), None

    def after(self, state: bool, action: int, outcome: bool) -> bool:
        return True

    gains = (0.0, 1.0)

    def odds(self, state: bool, action: int, outcome: bool) -> float:
        return self.pays[action] if outcome else 1.0 - self.pays[action]

    def bounds(self, state: bool, action: int) -> tuple[float, float]:
        return self.gains


Door = Literal["left", "right"]
Deed = Literal["listen", "left", "right"]
Heard = Literal["left", "right", "roar", "gold"]


@dataclass(frozen=True)
class Ear:
    """What is known before a door: how often the tiger was heard at the left and at the right."""

    left: int = 0
    right: int = 0
    over: bool = False

    @property
    def tiger_left(self) -> float:
        lefts = 0.85**self.left * 0.15**self.right
        rights = 0.15**self.left * 0.85**self.right
        return lefts / (lefts + rights)


class Tiger:
    """Kaelbling, Littman & Cassandra 1998, with so many chances to listen (right 85%, cost 1);
    a tiger costs 100, the other door brings 10, and either ends it."""

    def __init__(self, listens: int) -> None:
        self.listens = listens
        self.gains = (-100.0 - listens, 10.0)

    def world(self, state: Ear, luck: Luck) -> Door:
        return "left" if luck.random() < state.tiger_left else "right"

    def actions(self, state: Ear) -> Sequence[Deed]:
        if state.over:
            return ()
        if state.left + state.right == self.listens:
            return ("left", "right")
        return ("listen", "left", "right")

    def step(self, state: Ear, action: Deed, world: Door, luck: Luck) -> tuple[Heard, float, Door]:
        if action == "listen":
            other: Door = "right" if world == "left" else "left"
            return world if luck.random() < 0.85 else other, -1.0, world
        return ("roar", -100.0, world) if action == world else ("gold", 10.0, world)

    def after(self, state: Ear, action: Deed, outcome: Heard) -> Ear:
        if action != "listen":
            return Ear(state.left, state.right, over=True)
        heard = int(outcome == "left")
        return Ear(state.left + heard, state.right + 1 - heard)

    def odds(self, state: Ear, action: Deed, outcome: Heard) -> float:
        left = state.tiger_left
        if action != "listen":
            roars = left if action == "left" else 1.0 - left
            return roars if outcome == "roar" else 1.0 - roars
        heard_left = 0.85 * left + 0.15 * (1.0 - left)
        return heard_left if outcome == "left" else 1.0 - heard_left

    def bounds(self, state: Ear, action: Deed) -> tuple[float, float]:
        return self.gains

    def optimum(self, state: Ear) -> dict[Deed, float]:
        """What each action is worth if all goes on as well as it can."""
        p = state.tiger_left
        worth: dict[Deed, float] = {"left": 10 - 110 * p, "right": 10 - 110 * (1 - p)}
        if "listen" in self.actions(state):
            left = 0.85 * p + 0.15 * (1 - p)
            heard_left = self.optimum(Ear(state.left + 1, state.right))
            heard_right = self.optimum(Ear(state.left, state.right + 1))
            worth["listen"] = (
                left * max(heard_left.values()) + (1 - left) * max(heard_right.values()) - 1.0
            )
        return worth


@dataclass(frozen=True)
class Hand:
    """Points so far and cards left, ascending."""

    points: int
    deck: tuple[int, ...]
    over: bool = False


Draw = Literal["draw", "stop"]


class Cards:
    """Draw cards, without putting back, or stop: the points count as long as they do not exceed
    the limit. Nobody may stop below ``floor`` points: there the draw is forced."""

    def __init__(self, limit: int, floor: int = 0) -> None:
        self.limit, self.floor = limit, floor
        self.looked: list[Hand] = []  #: whose worlds were asked for

    def world(self, state: Hand, luck: Luck) -> tuple[int, ...]:
        self.looked.append(state)
        deck = list(state.deck)
        order = []
        while deck:
            order.append(deck.pop(luck.below(len(deck))))
        return tuple(order)

    def actions(self, state: Hand) -> Sequence[Draw]:
        if state.over:
            return ()
        if state.points < self.floor and state.deck:
            return ("draw",)
        return ("draw", "stop") if state.deck else ("stop",)

    def step(
        self, state: Hand, action: Draw, world: tuple[int, ...], luck: Luck
    ) -> tuple[int, float, tuple[int, ...]]:
        if action == "stop":
            return 0, state.points / self.limit, world
        return world[0], 0.0, world[1:]

    def after(self, state: Hand, action: Draw, outcome: int) -> Hand:
        if action == "stop":
            return Hand(state.points, state.deck, over=True)
        deck = list(state.deck)
        deck.remove(outcome)
        points = state.points + outcome
        return Hand(points, tuple(deck), over=points > self.limit)

    gains = (0.0, 1.0)

    def odds(self, state: Hand, action: Draw, outcome: int) -> float:
        return 1.0 if action == "stop" else state.deck.count(outcome) / len(state.deck)

    def bounds(self, state: Hand, action: Draw) -> tuple[float, float]:
        """No more than the limit is gained, and no less than there is where one stops."""
        return (state.points / self.limit if action == "stop" else 0.0), 1.0

    def optimum(self, state: Hand) -> dict[Draw, float]:
        """What each action is worth if all goes on as well as it can."""
        worth: dict[Draw, float] = {}
        for action in self.actions(state):
            if action == "stop":
                worth[action] = state.points / self.limit
            else:
                each = [self.best(self.after(state, "draw", card)) for card in state.deck]
                worth[action] = sum(each) / len(each)
        return worth

    def best(self, state: Hand) -> float:
        return max(self.optimum(state).values(), default=0.0)
