"""``sapper engine``: analyses and moves for programs in any language, as JSON lines."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click

from sapper.cli.errors import OutputError, end_if
from sapper.cli.options import Whole, strategies

STDIN, STDOUT = 0, 1  #: file descriptors of the standard input and output


@click.command(
    epilog="\b\nExample:\n"
    """  printf '%s\\n' '{"id": 1, "request": "analyse", "position": "2x1x1\\n1H"}' """
    "| sapper engine"
)
@strategies
@click.option(
    "--workers",
    type=Whole(1, 64),
    help="Number of worker processes.  [default: one for each core, at most 4]",
)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the protocol and exit.")
def command(workers: int | None, schema: bool) -> None:
    """Answer requests from another program, as JSON lines.

    A request is a JSON object on one line of standard input; its answer is one on a line of
    standard output. A request has an id and is 'hello', 'analyse', 'move', 'cancel' or 'quit'. The
    answer is {"id", "result"} or {"id", "error": {"kind", "words"}}; answers come in the order in
    which they are ready. When standard input ends, the requests in progress are still answered;
    Ctrl-C stops them. docs/engine.md describes the protocol, and examples/engine has clients.
    """
    if schema:
        from sapper.engine.requests import schema as protocol

        click.echo(json.dumps(protocol(), indent=2))
        return
    import sapper
    from sapper.engine.answers import answers
    from sapper.engine.engine import Engine
    from sapper.players.recipes import sources_used

    most = min(os.cpu_count() or 1, 4) if workers is None else workers
    try:
        engine = Engine(partial(answers, sapper.__version__, sources_used()), most, STDIN, STDOUT)
        with _signals(engine.stop):
            end = engine.run()
    except OSError as error:
        raise OutputError(error) from None
    end_if(end == "stopped", "")


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` on Ctrl-C or SIGTERM; a second one ends the program at once."""

    def note(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop()

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
