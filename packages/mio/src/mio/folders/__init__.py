"""Reads task folders in sapper's own format, Popper's and Aleph's."""
