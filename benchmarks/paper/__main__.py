"""Measures what is printed: ``make bench-paper ARGS="--entries 300 --ranked 1000"``.

Each document is set by a program of its own, as in the house: its whole life is measured, the
start of Python and the reading of the fonts included.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import django
import pypdfium2
from rich.console import Console
from rich.table import Table

from engine.arguments import Parser


@dataclass(frozen=True)
class Measured:
    """Seconds by the clock and of the processor, greatest memory in MB, what came."""

    clock_s: float
    processor_s: float
    memory_mb: float
    size: int
    pages: int


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.paper", description=__doc__)
    parser.add_argument("--entries", type=int, default=300, help="participations")
    parser.add_argument("--ranked", type=int, default=1000, help="lignes du classement")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.development")
    django.setup()
    from benchmarks.paper.documents import documents_of
    from tournament.presentation.paper.pdf_renderer import typesetter_command, typesetter_input

    table = Table(title="Documents imprimés")
    table.add_column("document", no_wrap=True)
    for name in ("pages", "Ko", "calcul (s)", "horloge (s)", "Mo"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, document in documents_of(options.entries, options.ranked).items():
        found = measured(typesetter_command(), json.dumps(typesetter_input(document)).encode())
        table.add_row(
            name,
            str(found.pages),
            f"{found.size / 1000:.0f}",
            f"{found.processor_s:.2f}",
            f"{found.clock_s:.2f}",
            f"{found.memory_mb:.0f}",
        )
    Console().print(table)
    return 0


def measured(command: list[str], asked: bytes) -> Measured:
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as answer:
        told.write(asked)
        told.seek(0)
        before = time.perf_counter()
        program = subprocess.Popen(command, stdin=told, stdout=answer)
        _pid, status, used = os.wait4(program.pid, 0)
        taken = time.perf_counter() - before
        program.returncode = os.waitstatus_to_exitcode(status)
        if program.returncode:
            sys.exit("The document was not set.")
        answer.seek(0)
        data = answer.read()
    pages = len(pypdfium2.PdfDocument(data))
    processor = used.ru_utime + used.ru_stime
    return Measured(taken, processor, used.ru_maxrss / 1024, len(data), pages)


if __name__ == "__main__":
    sys.exit(main())
