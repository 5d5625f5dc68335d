"""The native kernel of exact counting: frontier → boxes → tables → counter.

Written in Cython's pure Python mode: each module runs compiled or, for reading and debugging,
as plain Python with the same answers. The ``.pxd`` beside it holds its C types.
"""
