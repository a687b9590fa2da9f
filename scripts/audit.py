"""``make audit``: which pinned library has a published vulnerability (pip-audit, which asks OSV).

The exit status is 0 without any, 1 with one, 3 if nobody could be asked: no network.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.arguments import FrenchArgumentParser

ROOT = Path(__file__).resolve().parent.parent
#: Lock files: of all packages, and of those of production.
ALL_LOCK, PRODUCTION_LOCK = "requirements-dev.lock", "requirements.lock"
PROGRAM = "pip-audit==2.10.1"
OPTIONS = ("--vulnerability-service", "osv", "--require-hashes", "--disable-pip")
FORMAT = ("--format", "json", "--progress-spinner", "off")
VULNERABLE, NOT_ASKED = 1, 3
#: Enough for a slow network and a few hundred packages.
TIMEOUT_S = 600


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="scripts.audit", description=__doc__)
    parser.add_argument("--uv", type=Path, default=ROOT / ".local" / "uv" / "bin" / "uv")
    packages = query_vulnerabilities(parser.parse_args(arguments))
    if packages is None:
        print(
            "Les failles publiées n'ont pas pu être demandées : rien n'est vérifié. Recommencez "
            "avec un accès à internet.",
            file=sys.stderr,
        )
        return NOT_ASKED
    lines = list(format_vulnerabilities(packages))
    print("\n".join(lines) or f"{len(packages)} bibliothèques, aucune faille publiée.")
    return VULNERABLE if lines else 0


def query_vulnerabilities(options: argparse.Namespace) -> list[dict[str, Any]] | None:
    """Return the packages of the lock with their vulnerabilities, None without an answer."""
    tool = [str(options.uv), "tool", "run", "--quiet", "--python", sys.executable]
    command = [*tool, "--from", PROGRAM, "pip-audit", *OPTIONS, *FORMAT, "-r", str(ROOT / ALL_LOCK)]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
        packages: list[dict[str, Any]] = json.loads(answer.stdout)["dependencies"]
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return None
    return packages


def format_vulnerabilities(packages: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each vulnerability, with the versions that fix it."""
    production = (ROOT / PRODUCTION_LOCK).read_text()
    for package in packages:
        name, version = package["name"], package.get("version", "?")
        where = "en production" if f"\n{name}==" in production else "pour les tests"
        for vulnerability in package.get("vulns", ()):
            fixed_versions = ", ".join(vulnerability["fix_versions"]) or "aucune version"
            place = f"{name} {version} ({where})"
            yield f"{place} : {vulnerability['id']}, corrigée par {fixed_versions}"


if __name__ == "__main__":
    sys.exit(main())
