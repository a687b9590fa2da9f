"""The environment of a club's programs: its key, addresses and folders."""

import os
import secrets
import shutil
import socket
from pathlib import Path

from config.env import BASE_DIR

CLUB_FOLDER = BASE_DIR / ".local" / "club"
BACKUPS, FORMER_BACKUPS = "sauvegardes", "backups"
#: Folder of the club's own profiles of result files; it need not exist.
PROFILES = "profils"
ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to


def build_environment(folder: Path, host: str, port: int) -> dict[str, str]:
    """Return the environment of the programs; the user's own variables have precedence."""
    host_name = _find_address() if host in ANY_ADDRESS else "localhost"
    if "BACKUP_DIR" not in os.environ:  # else it is never created: its stick must be plugged in
        os.environ["BACKUP_DIR"] = str(_prepare_backup_folder(folder))
    host_names = dict.fromkeys([host_name, "localhost", "127.0.0.1", socket.gethostname()])
    return {
        "SECRET_KEY": _get_or_create_secret_key(folder / "secret-key"),
        "PUBLIC_URL": f"http://{host_name}:{port}",
        "ALLOWED_HOSTS": ",".join(host_names),
        "CSRF_TRUSTED_ORIGINS": ",".join(f"http://{host_name}:{port}" for host_name in host_names),
        # One folder per database: lexica that this database does not use are deleted from it.
        "LEXICON_DIR": str(folder / "lexicon"),
        "RESULT_PROFILE_DIR": str((BASE_DIR if folder == CLUB_FOLDER else folder) / PROFILES),
        "STATIC_ROOT": str(folder / "static"),
        "LOG_JSON": "0",
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def _prepare_backup_folder(folder: Path) -> Path:
    """Return the folder of the backups, created, with those of former versions moved there.

    The club's own is beside the README, where people find it.
    """
    backup_folder = (BASE_DIR if folder == CLUB_FOLDER else folder) / BACKUPS
    former_folder = folder / FORMER_BACKUPS
    backup_folder.mkdir(parents=True, exist_ok=True)
    for path in list(former_folder.glob("*/*")):
        subfolder = backup_folder / path.parent.name
        subfolder.mkdir(exist_ok=True)
        shutil.move(path, subfolder / path.name)
    shutil.rmtree(former_folder, ignore_errors=True)
    return backup_folder


def _get_or_create_secret_key(path: Path) -> str:
    """Return this folder's key, created at the first start with mode 600."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        new_path = path.with_suffix(".new")
        new_path.touch(mode=0o600)
        new_path.write_text(secrets.token_urlsafe(64))
        new_path.replace(path)
    return path.read_text().strip()


def _find_address() -> str:
    """Return this machine's address in the local network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:  # no network yet
            return socket.gethostname()
