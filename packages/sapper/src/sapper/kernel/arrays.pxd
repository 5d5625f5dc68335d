# The C types of the functions are in arrays.py.
