cimport cython

cdef class Closure:
    cdef readonly bytearray value
    cdef readonly list trail, keys, pairs, term_of, name_of, clauses
    cdef public bint broken
    cdef readonly long long version
    cdef list _names, _rivals, _watching, _occurs, _counting, _room, _members
    cdef dict _terms, _literals, _covers, _connected
    cdef tuple _connected_in
    cdef Py_ssize_t _head

    cpdef bint has_other(self, int term)
    @cython.locals(value=bytearray, some_open=bint, literal=int)
    cpdef bint settled(self, int term) except -1
    @cython.locals(value=bytearray, open_=list, cases=list)
    cpdef list cases(self, int term)
    @cython.locals(state=int)
    cpdef bint assume(self, int literal) except -1
    cpdef bint assume_all(self, literals) except -1
    @cython.locals(trail=list, counting=list, room=list, value=bytearray, i=Py_ssize_t, x=int)
    cpdef undo(self, Py_ssize_t mark)
    cdef void _make_true(self, int literal)
    @cython.locals(
        value=bytearray, trail=list, room=list, rivals=list, counting=list, watching=list,
        members=list, head=Py_ssize_t, literal=int, full=list, left=int, x=int, state=int,
    )
    cdef bint _propagate(self) except -1
    @cython.locals(
        value=bytearray, trail=list, watching=list, waiting=list, kept=list, clause=list,
        place=Py_ssize_t, i=Py_ssize_t, x=int, first=int, consistent=bint,
    )
    cdef bint _visit(self, int false) except -1
    @cython.locals(value=bytearray, x=int, y=int, cover=set, counting=dict, other=list)
    cpdef bint holds(self, frozenset clause) except -1
    @cython.locals(cover=set, x=int)
    cpdef set cover(self, frozenset clause)
