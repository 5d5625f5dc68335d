"""What a step costs to follow; the difficulty of a cell is the cost of its cheapest chain found.

The cost of a chain is the sum over its steps. A step costs

- the weight of its technique;
- ``CLUE`` for each clue in sight at once beyond what its technique always has;
- ``APART`` if its two clues are not neighbours: the eye must jump;
- for a supposition, the cost of the steps inside it as well.

Steps with costs, and a chain as their sum, follow B. Bogaerts, E. Gamba and T. Guns (2021), "A
framework for step-wise explaining how to solve constraint satisfaction problems".
"""

from __future__ import annotations

from typing import Literal

Technique = Literal["one clue", "two clues", "derived counts", "mine count", "suppose"]

ONE_CLUE = 1.0
TWO_CLUES = 2.5
DERIVED = 3.0  #: concluding a count, or using one
MINE_COUNT = 2.0
SUPPOSE = 6.0
CERTIFICATE = 40.0  #: a contradiction between many clues at once, which takes a search to see
CLUE = 0.5
APART = 0.5
