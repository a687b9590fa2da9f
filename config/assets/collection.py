"""Collect the static files, unless none has changed since the last time."""

import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from config.assets.releases import MANIFEST, delete_older_files

#: In the folder of the collected files: the fingerprint of their sources.
FINGERPRINT = ".sources"


def collect_changed_files() -> bool:
    """Collect the static files and delete those of releases before the last; return False if the
    collected files are up to date."""
    root = Path(settings.STATIC_ROOT)
    record, fingerprint = root / FINGERPRINT, _compute_fingerprint()
    is_whole = record.exists() and (root / MANIFEST).exists()
    if is_whole and record.read_text() == fingerprint:
        return False
    record.unlink(missing_ok=True)
    call_command("collectstatic", skip_checks=True, interactive=False, verbosity=0)
    if (root / MANIFEST).exists():
        delete_older_files(root)
    record.write_text(fingerprint)
    return True


def _compute_fingerprint() -> str:
    """Return a digest of the sources, of the code that bundles them and of Django's version."""
    digest = hashlib.sha256(django.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    for finder in get_finders():
        for name, storage in finder.list([]):
            with storage.open(name) as file:
                content = file.read()
            digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
