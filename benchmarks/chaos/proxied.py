"""``config.club`` with every program behind proxies and by a clock of its own.

``python -m benchmarks.chaos.proxied run …``; the ports of the proxies and what else a program gets
are in ``PROXIED``: for each program the ports by the server's variable, and more variables.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from config import club
from config.supervisor import Program

PROXIED = "CHAOS_PROXIED"


@dataclass(frozen=True)
class ProxiedProgram(Program):
    def start(self) -> subprocess.Popen[bytes]:
        proxied = json.loads(os.environ[PROXIED]).get(self.name, {})
        ports, more = proxied.get("ports", {}), proxied.get("more", {})
        addresses = {name: by_port(self.environment[name], port) for name, port in ports.items()}
        return Program.start(replace(self, environment={**self.environment, **addresses, **more}))


def by_port(url: str, port: int) -> str:
    """The same server by a port of this machine."""
    parts = urlsplit(url)
    user, _, _ = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}@127.0.0.1:{port}").geturl()


if __name__ == "__main__":
    club.Program = ProxiedProgram  # type: ignore[attr-defined] # where it starts them all
    sys.exit(club.main())
