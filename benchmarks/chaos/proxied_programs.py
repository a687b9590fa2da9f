"""``config.club`` with proxies and a clock of its own for every program.

``python -m benchmarks.chaos.proxied_programs run …``; the variable ``PROXY_SETTINGS`` has, for
each program, the ports of its proxies by the server's variable, and more variables.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from config import club
from config.supervisor import Program

PROXY_SETTINGS = "CHAOS_PROXY_SETTINGS"


@dataclass(frozen=True)
class ProxiedProgram(Program):
    """A program whose servers are behind its proxies."""

    def start(self) -> subprocess.Popen[bytes]:
        proxied = json.loads(os.environ[PROXY_SETTINGS]).get(self.name, {})
        ports, variables = proxied.get("ports", {}), proxied.get("variables", {})
        addresses = {
            name: replace_port(self.environment[name], port) for name, port in ports.items()
        }
        return Program.start(
            replace(self, environment={**self.environment, **addresses, **variables})
        )


def replace_port(url: str, port: int) -> str:
    """Return ``url`` with a port of this machine instead of its host."""
    parts = urlsplit(url)
    user, _, _ = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}@127.0.0.1:{port}").geturl()


if __name__ == "__main__":
    club.Program = ProxiedProgram  # type: ignore[attr-defined] # the class it starts
    sys.exit(club.main())
