"""What the test workers of one session share: made by the first who asks for it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def shared_folder(temporary: pytest.TempPathFactory, name: str) -> Iterator[Path]:
    """The session's folder of this name; the other workers wait until whoever holds it leaves."""
    own = temporary.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    folder.mkdir(exist_ok=True)
    with folder.with_name(f"{name}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield folder


def collect_static(temporary: pytest.TempPathFactory) -> Path:
    """The static files as an installation gives them."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings

    storage = {"staticfiles": {"BACKEND": "config.static.ModuleManifestStorage"}}
    with (
        shared_folder(temporary, "static") as root,
        override_settings(STATIC_ROOT=root, STORAGES={**settings.STORAGES, **storage}),
    ):
        if not (root / "staticfiles.json").exists():
            call_command("collectstatic", interactive=False, verbosity=0)
    return root
