"""The addresses of bus and broker: their check, and what Celery needs of one."""

from typing import Any
from urllib.parse import quote

from tournament.broker import Kind, read_address

FORMS = (
    "redis://…, redis+sentinel://hôte,hôte/nom ou redis+cluster://hôte,hôte ; un mot de passe où "
    "il y a / @ : ou ? s'écrit avec des %"
)


def list_broker_problems(redis_url: str, broker_url: str) -> list[str]:
    """Check the address of the bus, and that of Celery's broker."""
    problems = [
        f"{name} doit désigner un serveur Valkey ou Redis ({FORMS})"
        for name, url in {"REDIS_URL": redis_url, "BROKER_URL": broker_url}.items()
        if not _is_address(url)
    ]
    if is_cluster_address(broker_url):
        problems.append(
            "BROKER_URL doit désigner un serveur (redis://… ou redis+sentinel://…) : Celery ne "
            "sait pas se servir d'un cluster, que REDIS_URL peut désigner"
        )
    # One mistake in the only address given is said once
    return problems[:1] if redis_url == broker_url else problems


def _is_address(url: str) -> bool:
    try:
        read_address(url)
    except ValueError:
        return False
    return True


def is_cluster_address(url: str) -> bool:
    """Return True if ``url`` is right and names a cluster."""
    return _is_address(url) and read_address(url).kind is Kind.CLUSTER


def build_celery_settings(url: str, transport_options: dict[str, Any]) -> dict[str, Any]:
    """Return Celery's settings of the broker, with its own form of Sentinels' addresses."""
    address = read_address(url)
    if address.kind is not Kind.SENTINEL:
        return {"broker_url": url, "broker_transport_options": transport_options}
    user, password = (quote(address.options.get(name, ""), "") for name in ("username", "password"))
    credentials = f"{user}:{password}@" if user or password else ""
    database = address.options.get("db", 0)
    sentinels = [
        f"sentinel://{credentials}{host}:{port}/{database}" for host, port in address.nodes
    ]
    tls = {name: value for name, value in address.options.items() if name.startswith("ssl_")}
    uses_tls = "ssl" in address.options
    return {
        "broker_url": ";".join(sentinels),
        "broker_use_ssl": {"ssl_cert_reqs": "required", **tls} if uses_tls else None,
        "broker_transport_options": {
            "master_name": address.name,
            "sentinel_kwargs": dict(address.sentinel_options) or None,
            **transport_options,
        },
    }
