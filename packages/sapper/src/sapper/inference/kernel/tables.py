"""The join trees of a position's components, with the tables at their nodes.

Leaves are boxes; clues are eliminated one by one (bucket elimination). A *table* maps the state
of its open clues – how many mines each still needs, packed into one word – to a polynomial: the
number of ways for each number of mines in the boxes joined so far. Usually a box is joined to a
table; if two tables meet in a clue, they are multiplied.

Every mine counts as 2**-tilt, so that the relevant numbers of mines have the largest entries;
``Combination`` compensates. (A power of two loses no digits.) Counts are doubles, exact until a
table leaves the range from ``LOWEST`` to ``CEILING``; then it is rescaled, and positive entries are
kept above ``FLOOR``. So possible states never become zero, and impossible ones always are.
"""

import cython
from cython.cimports.libc.math import log

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes
    from sapper.inference.kernel.store import StateStore
    from sapper.inference.kernel.work import Work
from sapper.inference import status
from sapper.kernel.arrays import doubles, flags, ints

CEILING = cython.declare(cython.double, status.CEILING)
FLOOR = cython.declare(cython.double, status.FLOOR)
LOWEST = cython.declare(cython.double, 1e-150)


@cython.final
@cython.cclass
class Tables:
    """The join trees of all components of one ``Boxes``.

    Node 0 is the empty table. Node i joins ``left[i]`` with the box ``leaf[i]`` or, if that is -1,
    with the node ``right[i]``; component c has the nodes ``first[c]`` to ``root[c]``. A root has
    one state, unless a clue is asked for: then ``chosen[c]`` is the number of the state to use. The
    contents of the nodes are in ``store``. Links say which states a state came from: for a leaf,
    entry ``s * (span + 1) + y`` is the state that state s of the left becomes with y mines above
    the lower bound of the box (or -1); otherwise they are triples (left state, right state, state).

    The positive counts of node i lie between ``least[i]`` and ``most[i]``, in units of
    ``exp(scale[i])``; a node that was rescaled is ``ragged``.
    """

    def __init__(self, boxes: Boxes, largest_box, work: Work):
        n: cython.int = boxes.frontier.size
        nodes = 2 * n + 4
        self.boxes = boxes
        self.store = StateStore(nodes, work)
        self.side = largest_box + 1
        self.binomial = _pascal(self.side)
        self.ways = _pascal(self.side)
        self.tilt = 0.0
        # a full box must still count more than zero
        self.steepest = 400.0 / self.side
        self.left, self.right, self.leaf = ints(nodes), ints(nodes), ints(nodes)
        self.most, self.least, self.scale = doubles(nodes), doubles(nodes), doubles(nodes)
        self.ragged = flags(nodes)
        self.first, self.root, self.chosen = ints(n), ints(n), ints(n)
        self.leaf[0] = self.right[0] = -1
        self.most[0] = self.least[0] = 1.0
        self.forget()
        self.clear()

    def keep(self):
        """Make ``clear`` keep the current nodes from now on."""
        self.kept = self.n_nodes
        self.store.keep()

    def forget(self):
        """Make ``clear`` keep only the empty table from now on."""
        self.kept = 1
        self.store.forget()

    def clear(self):
        """Remove all nodes that are not kept."""
        self.n_nodes = self.kept
        self.store.clear()

    def lean(self, tilt):
        """Count every mine as 2**-tilt from now on."""
        i: cython.int
        j: cython.int
        w: cython.double
        if tilt == self.tilt:
            return
        self.tilt = tilt
        for i in range(self.side):
            w = 1.0
            for j in range(i + 1):
                self.ways[i * self.side + j] = self.binomial[i * self.side + j] * w
                w *= 2.0**-tilt

    def ways_at(self, box):
        """Return the index in ``ways`` of a box's lower bound: the ways to place that many mines in
        it."""
        return self.boxes.box_size[box] * self.side + self.boxes.lo[box]

    def top(self, component):
        """Return the state of a component's root that holds the component's counts."""
        return self.store.state_at[self.root[component]] + self.chosen[component]

    def length(self, component):
        """Return the number of possible mine counts of a component."""
        state: cython.longlong = self.top(component)
        return self.store.hi[state] - self.store.lo[state] + 1

    def open_node(self, left, right, box, links):
        """Add a node without states that joins a table with a box or with the table ``right`` (the
        other is -1), with room for its links; the status tells if memory runs out."""
        new: cython.int = self.n_nodes
        self.n_nodes += 1
        self.left[new] = left
        self.right[new] = right
        self.leaf[new] = box
        self.store.open_node(new, links)
        return new

    def bound(self, node, least, most):
        """Record the bounds of a new node's counts, and rescale it if they are out of range.

        The largest count then becomes 1; positive ones stay at or above ``FLOOR``."""
        if most > CEILING or least < LOWEST:
            self.scale[node] += log(self.store.level(self.store.inside, node))
            most = 1.0
            least = FLOOR
            self.ragged[node] = True
        self.most[node] = most
        self.least[node] = least


def _pascal(side):
    """Return binomial coefficients C(i, j) at ``i * side + j``, as doubles."""
    binomial = doubles(side * side)
    for i in range(side):
        binomial[i * side] = 1.0
        for j in range(1, i + 1):
            above = binomial[(i - 1) * side + j] if j < i else 0.0
            binomial[i * side + j] = binomial[(i - 1) * side + j - 1] + above
    return binomial
