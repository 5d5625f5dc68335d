cimport cython

@cython.locals(rows=Py_ssize_t, start=Py_ssize_t, place=Py_ssize_t, i=Py_ssize_t, kind=int, left=int, up=int, corner=int, guess=int, by_left=int, by_up=int, by_corner=int)
cpdef bytearray unfiltered(bytes data, Py_ssize_t row, Py_ssize_t step)
