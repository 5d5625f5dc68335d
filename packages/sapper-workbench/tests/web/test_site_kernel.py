"""The kernel of a site, compiled to WebAssembly, where its compilers are installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

import sapper
from sapper.errors import InputError
from sapper.kernel import Chance
from sapper_workbench.web import PYODIDE, fetched, kernel, unpacked
from tests.web.site import parts

ROOT = Path(sapper.__file__).parent
COUNT = 50
RUN = """
import { pathToFileURL } from "node:url";
const [pyodide, modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/modules");
python.FS.mount(python.FS.filesystems.NODEFS, { root: modules }, "/modules");
console.log(python.runPython(`
import json, sys
sys.path.insert(0, "/modules")
from sapper.kernel import chance
found = chance.Chance(7)
json.dumps([chance.__file__, [found.below(1000) for _ in range(COUNT)]])
`.replace("COUNT", "50")));
"""


def sources() -> dict[str, bytes]:
    """The part of the kernel that stands on nothing else."""
    names = [*ROOT.glob("kernel/*.py"), *ROOT.glob("kernel/*.pxd"), ROOT / "__init__.py"]
    return {f"sapper/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in names}


def test_without_compilers_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper_workbench.web.site.kernel.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match=r"pip install cython ziglang$"):
        kernel({})


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ziglang") is None and not shutil.which("zig"), reason="needs Zig")
def test_the_kernel_of_a_site_draws_the_numbers_of_this_one(tmp_path: Path) -> None:
    made = kernel(sources())
    for name, data in {**sources(), **made}.items():
        (tmp_path / "modules" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "modules" / name).write_bytes(data)
    (tmp_path / "modules" / "sapper" / "__init__.py").write_text("")  # it imports the other parts
    (tmp_path / "pyodide").mkdir()
    folder = tmp_path / "parts"
    folder.mkdir()
    for name, data in unpacked(PYODIDE, fetched(PYODIDE, parts(folder))):
        (tmp_path / "pyodide" / name).write_bytes(data)
    node, _ = compute_driver_executable()
    (tmp_path / "run.mjs").write_text(RUN, encoding="utf-8")
    command = [str(node), "run.mjs", str(tmp_path / "pyodide"), str(tmp_path / "modules")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    file, numbers = json.loads(done.stdout)
    assert file.endswith(".so")
    here = Chance(7)
    assert numbers == [here.below(1000) for _ in range(COUNT)]
