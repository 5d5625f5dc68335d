"""``sapper engine``: analyses and moves for programs in other languages, as JSON lines."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.options import whole
from sapper.cli.streams import OutputError

INLET, OUTLET = 0, 1  #: file descriptors of the standard input and output


@click.command(
    epilog="\b\nExample:\n"
    """  echo '{"id": 1, "request": "analyse", "position": "2x1x1\\\\n1H"}' | sapper engine"""
)
@click.option(
    "--workers",
    metavar="N",
    callback=whole(1, 64),
    help="Processes that work at the same time.  [default: one for each core, at most 4]",
)
def command(workers: int | None) -> None:
    """Answer requests of another program, in JSON lines.

    A request is a JSON object in a line of the standard input, its answer one of the output.
    Requests have an id and are 'hello', 'analyse', 'move', 'cancel' or 'quit'; each is answered
    by {"id", "result"} or {"id", "error": {"kind", "words"}}, in the order in which they are done.
    After the last line of the standard input the requests at work are finished. Ctrl-C stops
    them. docs/engine.md has the protocol, examples/engine-client.mjs a client.
    """
    import sapper
    from sapper.study.engine import Engine
    from sapper.study.engine_answers import answers

    most = min(os.cpu_count() or 1, 4) if workers is None else workers
    engine = Engine(partial(answers, sapper.__version__), most, INLET, OUTLET)
    try:
        with _signals(engine.stop):
            end = engine.run()
    except OSError as error:
        raise OutputError(error) from None
    if end == "stopped":
        raise Exit(INTERRUPTED)


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and SIGTERM stop it, the second time at once."""

    def note(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop()

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
