"""The compiled kernel of exact counting: frontier → boxes → inside pass → combination → counter.

It is written in Cython's pure-Python mode: each module runs compiled or, for reading and debugging,
as plain Python with the same results. The C types are in the ``.pxd`` file beside it.
"""
