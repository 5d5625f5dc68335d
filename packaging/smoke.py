"""What a fresh installation must do, whatever else is there: used on every wheel.

Run it with the Python of the installation, from any folder but the repository's.
"""

import json
import subprocess
import sys
import time

VERBS = """serve tui analyse convert play review match world experiment report export opening
optimum believe learn new-strategy engine mcp"""


def sapper(*words, given=None):
    """Return what a command prints."""
    command = [sys.executable, "-m", "sapper", *words]
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def main():
    """Check the kernel, an analysis, every verb's help and a match."""
    import sapper as library
    from sapper.inference.kernel import counter

    assert not counter.__file__.endswith(".py"), "the kernel is not compiled"
    started = time.perf_counter()
    found = json.loads(sapper("analyse", "--json", given="4x3x2\nHHHH\n1221\n0000"))
    seconds = time.perf_counter() - started
    assert found["safe"] == [[0, 0], [0, 3]]
    for verb in VERBS.split():
        assert f"sapper {verb}" in sapper(verb, "--help")
    result = json.loads(sapper("match", "--player", "swift", "--games", "50", "--json"))
    assert result["players"][0]["games"] == 50
    version = library.__version__
    print(f"sapper {version}: first analysis {seconds:.1f} s, {len(VERBS.split())} verbs, a match")


if __name__ == "__main__":
    main()
