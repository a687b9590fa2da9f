"""Clients of the broker (Valkey or Redis): one server, a primary found by Sentinels, or a cluster.

The address says which (``read_address``). Every error is one of ``ERRORS``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

import redis
import redis.asyncio
from redis.asyncio.cluster import ClusterNode as AsyncClusterNode
from redis.asyncio.sentinel import Sentinel as AsyncSentinel, SentinelConnectionPool
from redis.cluster import ClusterNode
from redis.connection import SSLConnection, parse_url
from redis.exceptions import RedisClusterException
from redis.sentinel import Sentinel

type Client = redis.Redis | redis.RedisCluster
type AsyncClient = redis.asyncio.Redis | redis.asyncio.RedisCluster

ERRORS = (redis.RedisError, RedisClusterException)
DEFAULT_PORT, SENTINEL_PORT = 6379, 26379
#: Credentials, hosts, and what follows: urlsplit refuses an IPv6 address among several hosts.
_LOCATION = re.compile(r"://(?:([^/?]*)@)?([^/?]*)(.*)")
#: Parameters of an address for the Sentinels alone.
SENTINEL_PARAMETERS = {"sentinel_username": "username", "sentinel_password": "password"}


class Kind(StrEnum):
    SERVER = "server"
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True)
class Address:
    """``nodes``: hosts and ports of the Sentinels, or of some nodes of the cluster; ``name``: of
    the primary that the Sentinels watch; ``options``: of connections to the servers."""

    kind: Kind
    nodes: tuple[tuple[str, int], ...] = ()
    name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    sentinel_options: Mapping[str, Any] = field(default_factory=dict)


def read_address(url: str) -> Address:
    """Read ``redis://…``, ``rediss://…`` or ``unix://…``;
    ``redis+sentinel://user:password@host,host:26380/name/0``;
    ``redis+cluster://user:password@host,host:6380``; with ``rediss+…`` for TLS.

    Raise ValueError for another form.
    """
    scheme, _, kind = url.partition("://")[0].partition("+")
    if not kind and scheme in {"redis", "rediss", "unix"}:
        return Address(Kind.SERVER)
    if scheme not in {"redis", "rediss"} or kind not in {Kind.SENTINEL, Kind.CLUSTER}:
        raise ValueError("unknown form of address")
    credentials, hosts, rest = _LOCATION.findall(url)[0]
    parts = urlsplit(rest)
    default_port = SENTINEL_PORT if kind == Kind.SENTINEL else DEFAULT_PORT
    nodes = tuple(_read_node(host, default_port) for host in hosts.split(","))
    name, _, database = parts.path.strip("/").partition("/")
    if (kind == Kind.SENTINEL) != bool(name):
        raise ValueError("the name of the primary is given to Sentinels alone")
    # redis-py reads credentials, database and parameters
    path = f"/{database}" if database else ""
    single = urlunsplit((scheme, f"{credentials}@localhost", path, parts.query, ""))
    options = dict(parse_url(single))  # type: ignore[no-untyped-call]
    del options["host"]
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    sentinel_options = {
        option: options.pop(parameter)
        for parameter, option in SENTINEL_PARAMETERS.items()
        if parameter in options
    }
    if "ssl" in options:
        sentinel_options["ssl"] = True
    return Address(Kind(kind), nodes, name, options, sentinel_options)


def _read_node(text: str, default_port: int) -> tuple[str, int]:
    node = urlsplit(f"//{text}")
    if not node.hostname:
        raise ValueError("a host is missing")
    return node.hostname, node.port or default_port


def connect(url: str, **options: Any) -> Client:
    """Return a client; a cluster is contacted at once. Raise one of ``ERRORS``."""
    address = read_address(url)
    match address.kind:
        case Kind.SERVER:
            return redis.Redis.from_url(url, **options)
        case Kind.SENTINEL:
            sentinel = Sentinel(  # type: ignore[no-untyped-call]
                address.nodes, sentinel_kwargs=_build_sentinel_options(address, options)
            )
            options = {**address.options, **options}
            master = sentinel.master_for(address.name, **options)  # type: ignore[no-untyped-call]
            return cast(redis.Redis, master)
        case Kind.CLUSTER:
            nodes = [ClusterNode(*node) for node in address.nodes]  # type: ignore[no-untyped-call]
            return redis.RedisCluster(startup_nodes=nodes, **{**address.options, **options})


def connect_async(url: str, **options: Any) -> AsyncClient:
    """Return a client that connects at its first command."""
    address = read_address(url)
    match address.kind:
        case Kind.SERVER:
            return redis.asyncio.Redis.from_url(url, **options)
        case Kind.SENTINEL:
            sentinel = AsyncSentinel(  # type: ignore[no-untyped-call]
                address.nodes, sentinel_kwargs=_build_sentinel_options(address, options)
            )
            master = sentinel.master_for(address.name, **{**address.options, **options})
            return cast(redis.asyncio.Redis, master)
        case Kind.CLUSTER:
            nodes = [AsyncClusterNode(host, port) for host, port in address.nodes]
            return redis.asyncio.RedisCluster(startup_nodes=nodes, **{**address.options, **options})


async def close(client: AsyncClient) -> None:
    """Close a client and, as redis-py does not, its connections to Sentinels."""
    await client.aclose()
    pool = getattr(client, "connection_pool", None)
    if isinstance(pool, SentinelConnectionPool):
        for sentinel in pool.sentinel_manager.sentinels:
            await sentinel.aclose()


def _build_sentinel_options(address: Address, options: Mapping[str, Any]) -> dict[str, Any]:
    timeouts = {name: value for name, value in options.items() if name.startswith("socket_")}
    return {**address.sentinel_options, **timeouts}
