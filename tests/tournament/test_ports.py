"""Ports are filled once each, and a start without one of them is refused."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from tournament import port_types, ports
from tournament.port_types import MultiPort, Port
from tournament.presentation import messages

type Answer = Callable[[], int]


@pytest.fixture
def own_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the ports of the product after a test that makes others."""
    monkeypatch.setattr(port_types, "_PORTS", dict(port_types._PORTS))


@pytest.mark.usefixtures("own_ports")
def test_a_port_is_filled_once() -> None:
    port: Port[Answer] = Port("one")
    with pytest.raises(ImproperlyConfigured, match="port one: no app answers"):
        _ = port.function
    port.fill(lambda: 7)
    assert port.function() == 7
    with pytest.raises(ImproperlyConfigured, match="port one: filled twice"):
        port.fill(lambda: 8)
    assert port.function() == 7


@pytest.mark.usefixtures("own_ports")
def test_a_multi_port_calls_functions_in_order_each_once() -> None:
    port: MultiPort[Answer] = MultiPort("many")

    def make_number() -> int:
        return 1

    port.add(make_number)
    port.add(lambda: 2)
    assert [answer() for answer in port] == [1, 2]
    with pytest.raises(ImproperlyConfigured, match="port many: the same function twice"):
        port.add(make_number)


@pytest.mark.usefixtures("own_ports")
def test_a_start_with_an_empty_port_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port_types.check_filled()
    Port[Answer]("empty-one")
    MultiPort[Answer]("empty-many")
    monkeypatch.setattr(ports.get_task_app, "_function", None)  # what the start fills itself
    with pytest.raises(ImproperlyConfigured, match="no app answers: empty-many, empty-one"):
        apps.get_app_config("config").ready()


def test_two_sentences_for_one_error_are_refused() -> None:
    error_type = next(iter(messages.SENTENCES))
    with pytest.raises(ImproperlyConfigured, match="two sentences"):
        messages.register_sentences({error_type: "Autre chose."})
