"""Runs a module's ``answers``, by default those of ``tests.inference.answers``, with every kernel
module read from its source.

A module with C declarations beside it is compiled; the finder put first here loads its ``.py``
instead, wherever the library lies.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class Sources(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        for folder in path or ():
            source = Path(folder, name.rpartition(".")[2] + ".py")
            if name.startswith(("sapper.", "sapper_lab.")) and source.with_suffix(".pxd").exists():
                return spec_from_file_location(name, source)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Sources())
    module = sys.argv[1] if len(sys.argv) > 1 else "tests.inference.answers"
    sys.stdout.write(import_module(module).answers())
