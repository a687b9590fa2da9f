"""The manifests for Kubernetes: valid, and the same programs and paths as docker-compose.yml."""

import re
from collections.abc import Iterator
from typing import Any

import kubernetes_validate
import pytest
import yaml

from config.env import BASE_DIR

FOLDER = BASE_DIR / "deploy" / "kubernetes"
#: Kinds of operators, which have their own schemas.
FOREIGN_KINDS = {"Cluster"}
VERSION = "1.37"


def list_manifests() -> Iterator[dict[str, Any]]:
    for path in sorted(FOLDER.glob("*.yaml")):
        yield from yaml.safe_load_all(path.read_text())


def list_containers() -> dict[str, dict[str, Any]]:
    """Return our containers by the name of their service in docker-compose.yml."""
    specs = [m["spec"] for m in list_manifests() if m["kind"] in {"Deployment", "Job"}]
    pods = [spec["template"]["spec"] for spec in specs]
    containers = [container for pod in pods for container in pod["containers"]]
    return {c["name"]: c for c in containers if c["image"] == "duplicata"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    compose = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
    return {name: s for name, s in compose["services"].items() if s["image"] == "duplicata"}


def test_every_manifest_follows_the_schema_of_its_kind() -> None:
    for manifest in list_manifests():
        if manifest["kind"] not in FOREIGN_KINDS:
            kubernetes_validate.validate(manifest, VERSION, strict=True)


def test_the_programs_are_those_of_compose(services: dict[str, Any]) -> None:
    containers = list_containers()
    compose_names = {"migrate" if name == "prepare" else name for name in containers}
    assert compose_names == services.keys()
    for name, container in containers.items():
        service = services["migrate" if name == "prepare" else name]
        assert container["command"][:3] == service.get("command", container["command"])[:3], name
        assert container["securityContext"]["readOnlyRootFilesystem"] is True, name
        assert "memory" in container["resources"]["limits"], name


def test_the_paths_are_those_of_the_proxy() -> None:
    caddyfile = (BASE_DIR / "deploy" / "Caddyfile").read_text()
    matched = re.findall(r"@turn path (.+)", caddyfile)[0].split()
    [ingress] = [m for m in list_manifests() if m["kind"] == "Ingress"]
    paths = ingress["spec"]["rules"][0]["http"]["paths"]
    live = [p["path"] for p in paths if p["backend"]["service"]["name"] == "live"]
    assert live == [path.removesuffix("*") for path in matched]


def test_settings_are_known_and_long_enough_to_drain(services: dict[str, Any]) -> None:
    manifests = list(list_manifests())
    [settings] = [m["data"] for m in manifests if m["kind"] == "ConfigMap"]
    assert settings.keys() <= services["web"]["environment"].keys()
    for manifest in manifests:
        if manifest["kind"] == "Deployment" and manifest["metadata"]["name"] in {"web", "live"}:
            grace_s = manifest["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
            assert grace_s > float(settings["DRAIN_S"]) + 13, "requests, then bulletins"
