"""What a program of its own takes, from its start to its end."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """Its exit status and output; seconds by the clock and of the processor, most memory in MB."""

    status: int
    said: bytes
    clock_s: float
    processor_s: float
    memory_mb: float


def run_program(command: list[str], told: bytes = b"") -> Measured:
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as answer:
        given.write(told)
        given.seek(0)
        before = time.perf_counter()
        program = subprocess.Popen(command, stdin=given, stdout=answer)
        _pid, status, used = os.wait4(program.pid, 0)
        taken = time.perf_counter() - before
        program.returncode = os.waitstatus_to_exitcode(status)
        answer.seek(0)
        processor = used.ru_utime + used.ru_stime
        return Measured(program.returncode, answer.read(), taken, processor, used.ru_maxrss / 1024)
