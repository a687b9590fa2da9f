"""Ports are filled once each, and a start without one of them is refused."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from tournament import ports
from tournament.ports import MultiPort, Port
from tournament.presentation import messages

type Answer = Callable[[], int]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ports made in a test are not the product's."""
    monkeypatch.setattr(ports, "_ALL", dict(ports._ALL))


@pytest.mark.usefixtures("known")
def test_a_port_is_answered_by_the_function_that_fills_it_and_by_no_second() -> None:
    port: Port[Answer] = Port("one")
    with pytest.raises(ImproperlyConfigured, match="port one: no app answers"):
        _ = port.ask
    port.fill(lambda: 7)
    assert port.ask() == 7
    with pytest.raises(ImproperlyConfigured, match="port one: filled twice"):
        port.fill(lambda: 8)
    assert port.ask() == 7


@pytest.mark.usefixtures("known")
def test_several_functions_answer_in_their_order_and_none_twice() -> None:
    port: MultiPort[Answer] = MultiPort("many")

    def make_number() -> int:
        return 1

    port.add(make_number)
    port.add(lambda: 2)
    assert [answer() for answer in port] == [1, 2]
    with pytest.raises(ImproperlyConfigured, match="port many: the same function twice"):
        port.add(make_number)


@pytest.mark.usefixtures("known")
def test_a_start_with_an_empty_port_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ports.check_filled()
    Port[Answer]("empty-one")
    MultiPort[Answer]("empty-many")
    monkeypatch.setattr(ports.task_app, "_answer", None)  # what the start fills itself
    with pytest.raises(ImproperlyConfigured, match="no app answers: empty-many, empty-one"):
        apps.get_app_config("config").ready()


def test_two_sentences_for_one_error_are_refused() -> None:
    known = next(iter(messages.SENTENCES))
    with pytest.raises(ImproperlyConfigured, match="two sentences"):
        messages.register({known: "Autre chose."})
