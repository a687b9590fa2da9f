"""The addresses of a broker: one server, Sentinels or a cluster."""

import pytest

from config.servers.broker import build_celery_settings
from tournament.broker import Kind, read_address

SENTINELS = "redis+sentinel://user:a%2Fb@one,two:26380/main/3?sentinel_password=c"


def test_each_form_names_its_servers() -> None:
    assert read_address("redis://valkey:6379/0").kind is Kind.SERVER
    address = read_address(SENTINELS)
    assert (address.kind, address.name) == (Kind.SENTINEL, "main")
    assert address.nodes == (("one", 26379), ("two", 26380))
    assert address.options == {"username": "user", "password": "a/b", "db": 3}
    assert address.sentinel_options == {"password": "c"}
    address = read_address("rediss+cluster://:secret@one,[::1]:7000")
    assert address.nodes == (("one", 6379), ("::1", 7000))
    assert address.options == {"password": "secret", "ssl": True}


@pytest.mark.parametrize(
    "url",
    [
        *("", "memory://", "valkey:6379", "redis+other://one", "unix+cluster://one"),
        *("redis+sentinel://one", "redis+cluster://one/main", "redis+cluster://one:port"),
        *("redis+cluster://", "redis+cluster://one,", "redis+cluster:one"),
    ],
)
def test_another_form_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_address(url)


def test_celery_has_its_own_form_of_sentinels() -> None:
    built = build_celery_settings(SENTINELS.replace("redis", "rediss", 1), {"limit": 1})
    server = "sentinel://user:a%2Fb@"
    assert built["broker_url"] == f"{server}one:26379/3;{server}two:26380/3"
    assert built["broker_use_ssl"] == {"ssl_cert_reqs": "required"}
    assert built["broker_transport_options"] == {
        "master_name": "main",
        "sentinel_kwargs": {"password": "c", "ssl": True},
        "limit": 1,
    }
