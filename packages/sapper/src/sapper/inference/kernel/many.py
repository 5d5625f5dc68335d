"""Exact counting of many positions of one grid in a single call, without the GIL."""

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter


def count_many(counter, views, mines, megabytes, steps, risks, logarithms, statuses):
    """Count positions with a counter, each within ``megabytes`` and ``steps`` (0: no limit).

    ``views`` are their cells (uint8, (n, cells)) and ``mines`` their numbers of mines (int32). The
    results are written to ``risks`` (float64, (n, cells)), ``logarithms`` (of the numbers of
    layouts, float64) and ``statuses`` (of ``Counter.count``, int32). The GIL is released.
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
