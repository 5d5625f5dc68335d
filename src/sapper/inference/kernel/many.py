"""Exact counting of many positions of one grid, one after another, without Python in between."""

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter


def count_many(counter, views, mines, megabytes, steps, risks, logarithms, statuses):
    """Count positions with a counter, each within ``megabytes`` and ``steps`` (0: no limit).

    ``views`` are their cells (uint8, (n, cells)) and ``mines`` their numbers of mines (int32). The
    results are written to ``risks`` (float64, (n, cells)), ``logarithms`` (float64) of the numbers
    of layouts, and ``statuses`` (int32), which are those of ``Counter.count``. Other threads run
    meanwhile.
    """
    cells: cython.const[cython.uchar][:, ::1] = views
    n_mines: cython.const[cython.int][::1] = mines
    to: cython.double[:, ::1] = risks
    logs: cython.double[::1] = logarithms
    found: cython.int[::1] = statuses
    one: Counter = counter
    one.limit(megabytes, steps)
    with cython.nogil:
        _count(one, cells, n_mines, to, logs, found)


def _count(counter, views, mines, risks, logarithms, statuses):
    i: cython.Py_ssize_t
    for i in range(len(mines)):
        counter.frontier.load(views[i], mines[i])
        statuses[i] = counter.solve()
        logarithms[i] = counter.combined.log_layouts
        counter.write_risks(risks[i])
