// Compiles modules to bytecode with the site's own Python, under Node: `node compile.mjs PYODIDE MODULES`.
// MODULES has a folder for each archive of the site.

import { pathToFileURL } from "node:url";

const [pyodide, modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/modules");
python.FS.mount(python.FS.filesystems.NODEFS, { root: modules }, "/modules");
python.runPython(`
import sys
from pathlib import Path
from py_compile import PycInvalidationMode, compile

modules = Path("/modules")

def compile_all(paths):
    for path in sorted(paths):
        if path.suffix != ".py" or not path.is_relative_to(modules):
            continue
        if b"install_lazy_importer()" in path.read_bytes():  # packages of anyio read their own source
            continue
        name = path.relative_to(modules).as_posix().partition("/")[2]
        compile(path, path.with_suffix(".pyc"), name, True, 2, PycInvalidationMode.UNCHECKED_HASH) # no docstrings
        path.unlink()

compile_all((modules / "sapper").rglob("*.py"))  # first, so that importing need not compile them
# Bytecode is larger than source, so of Python and its packages only what the page imports at once.
sys.path[:0] = [str(modules / "libraries"), str(modules / "sapper")]
import sapper.solver
import sapper_workbench.web.site.browser
standard = next(path for path in sys.path if path.endswith(".zip"))
used = set()
for module in list(sys.modules.values()):
    path = Path(getattr(module, "__file__", None) or "")
    used.add(modules / "standard" / path.relative_to(standard) if path.is_relative_to(standard) else path)
compile_all(used)
`);
