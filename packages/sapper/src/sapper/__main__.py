"""``python -m sapper``: the same as ``sapper``."""

from sapper.cli import main

if __name__ == "__main__":
    main()
