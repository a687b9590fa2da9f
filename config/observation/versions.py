"""Versions of this installation's parts."""

import platform
import tomllib

import django
from django.db import connection

from config.env import BASE_DIR
from tournament import broker


def read_own_version() -> str:
    """Return the version of this software."""
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def list_versions() -> dict[str, str]:
    """Return the version of each part but the broker by its name. Raise django.db.Error."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        database_version = str(cursor.fetchone()[0])
    return {
        "Duplicata": read_own_version(),
        "Python": platform.python_version(),
        "Django": django.get_version(),
        "PostgreSQL": database_version,
    }


def read_broker_version(client: broker.Client) -> str:
    """Raise one of ``broker.ERRORS``."""
    server = client.info("server")
    return str(server.get("valkey_version") or server.get("redis_version"))
