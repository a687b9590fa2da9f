"""Services without a worker; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.arbitrage.services.books import Books
    from tests.arbitrage.services.broker import Broker
    from tests.arbitrage.services.looks import Pair


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> "Broker":
    """Replace the broker: it accepts every task."""
    from tests.arbitrage.services.broker import Broker
    from tournament import ports

    broker = Broker()
    monkeypatch.setattr(ports.get_task_app, "_function", lambda: broker)
    return broker


@pytest.fixture
def pair(books: "Books") -> "Pair":
    """Every bulletin gets a second look."""
    from arbitrage.core.second_looks import LookCriteria
    from tests.arbitrage.services.looks import Pair

    return Pair(books, LookCriteria(everything=True))
