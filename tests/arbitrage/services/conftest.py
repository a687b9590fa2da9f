"""Services without a worker; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.arbitrage.services.broker import Broker
    from tests.arbitrage.services.looks import SecondLookStage
    from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
    from tests.snapshots import Stage


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> "Broker":
    """Replace the broker: it accepts every task."""
    from tests.arbitrage.services.broker import Broker
    from tournament import ports

    broker = Broker()
    monkeypatch.setattr(ports.get_task_app, "_function", lambda: broker)
    return broker


@pytest.fixture
def second_look_stage(sanctioned_turns: "SanctionedTurns") -> "SecondLookStage":
    """Every bulletin gets a second look."""
    from arbitrage.core.second_looks import LookCriteria
    from tests.arbitrage.services.looks import SecondLookStage

    return SecondLookStage(sanctioned_turns, LookCriteria(everything=True))


@pytest.fixture
def unnotified_turns(_stage: "Stage") -> "SanctionedTurns":
    """The sanctioned turns, if no table was notified of the first one."""
    assert _stage.sanctioned_turns
    return _stage.sanctioned_turns
