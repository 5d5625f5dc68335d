"""The figures sapper must reach, measured: ``python -m bench``. See README.md here."""
