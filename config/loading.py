"""Faster imports at the start of a process: without the garbage collector, which has nothing to
collect then, and without unused libraries."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module


@contextmanager
def pause_garbage_collector() -> Iterator[None]:
    """Disable the collector in the block, then freeze the loaded objects.

    They stay until the process ends; collections during the imports take a fifth of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def import_without(library: str, optional: str) -> None:
    """Import a library so that it does not find ``optional``, which it would import if installed.

    Nothing changes where either is imported already.
    """
    if optional in sys.modules:
        import_module(library)
        return
    sys.modules[optional] = None  # type: ignore[assignment]  # Python's mark of a missing module
    try:
        import_module(library)
    finally:
        del sys.modules[optional]
