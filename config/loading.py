"""Loading at the start of a process: faster, without the garbage collector, which has nothing to
collect then, and without unused libraries; and all that the first requests need."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import chain

#: Templates of the pages that a room asks for at once.
ROOM_TEMPLATES = ("*.html", "components/*.html", "judge/*.html", "player/*.html", "public/*.html")


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


def load_pages() -> None:
    """Load every view, and what the pages of a room need, before the process is ready.

    Loaded by its first requests, they would delay those and all others of the process meanwhile.
    """
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import reverse
    from django.utils.translation import override

    from config.env import BASE_DIR

    reverse("health-ready")  # imports every view
    folder = BASE_DIR / "templates"
    with override(settings.LANGUAGE_CODE):  # reads the translations
        for path in chain.from_iterable(map(folder.glob, ROOM_TEMPLATES)):
            get_template(str(path.relative_to(folder)))
