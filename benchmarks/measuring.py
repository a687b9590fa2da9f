"""Measures of a program in a process of its own, from start to end."""

import os
import resource
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """Exit status and output; seconds of wall time and of processor; maximum memory in MB."""

    status: int
    output: bytes
    clock_s: float
    processor_s: float
    memory_mb: float


def run_program(command: list[str], standard_input: bytes = b"") -> Measurement:
    with tempfile.TemporaryFile() as input_file, tempfile.TemporaryFile() as output_file:
        input_file.write(standard_input)
        input_file.seek(0)
        start = time.perf_counter()
        program = subprocess.Popen(command, stdin=input_file, stdout=output_file)
        _pid, status, usage = os.wait4(program.pid, 0)
        elapsed = time.perf_counter() - start
        program.returncode = os.waitstatus_to_exitcode(status)
        output_file.seek(0)
        processor = usage.ru_utime + usage.ru_stime
        return Measurement(
            program.returncode, output_file.read(), elapsed, processor, usage.ru_maxrss / 1024
        )


def measure_memory_mb() -> float:
    """Return the most memory that this process has taken, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
