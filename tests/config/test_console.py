"""The command ``duplicata``, and the Debian package around it, as far as they run unbuilt."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from config.console.__main__ import COMMANDS, main
from config.env import BASE_DIR

DEBIAN = BASE_DIR / "scripts" / "debian"
SCRIPTS = ["duplicata", "postinst", "prerm", "postrm", "build", "wsl"]


def test_each_command_is_a_module_that_runs() -> None:
    for name, command in COMMANDS.items():
        spec = find_spec(command.module)
        assert spec is not None, name
        assert spec.origin is not None
        path = Path(spec.origin)
        source = path.with_name("__main__.py") if path.name == "__init__.py" else path
        assert '__name__ == "__main__"' in source.read_text(), name


def test_an_unknown_command_lists_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clubb"]) == 2
    assert main(["help"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name} " in printed for name in COMMANDS)


def test_a_command_passes_its_options_on() -> None:
    command = [str(BASE_DIR / "duplicata"), "probe", "web", "--port", "1"]
    assert subprocess.run(command, check=False, cwd="/", timeout=60).returncode == 1


def test_compose_starts_only_what_the_command_starts() -> None:
    services = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())["services"]
    modules = {
        service["command"][2]
        for service in services.values()
        if service.get("command", [])[:2] == ["python", "-m"]
    }
    assert modules <= {command.module for command in COMMANDS.values()}


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_of_the_package_can_be_read_by_sh(script: str) -> None:
    subprocess.run(["sh", "-n", str(DEBIAN / script)], check=True)
    assert (DEBIAN / script).stat().st_mode & 0o111


def test_the_package_asks_for_the_python_of_the_locks() -> None:
    python = (BASE_DIR / ".python-version").read_text().strip()
    assert f"python3 (>= {python})" in (DEBIAN / "control").read_text()
    assert f"--python-version {python}" in (DEBIAN / "build").read_text()
    assert sys.version.startswith(python)


def test_the_service_stops_more_slowly_than_its_programs() -> None:
    unit = (DEBIAN / "duplicata.service").read_text()
    match = re.search(r"TimeoutStopSec=(\d+)", unit)
    assert match
    assert int(match[1]) > 60
    assert "ExecStart=/usr/bin/duplicata club" in unit
