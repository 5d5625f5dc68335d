# No C types: the functions are only compiled.
