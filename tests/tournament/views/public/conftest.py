"""Fixtures of the public pages; Django is imported only once it is set up."""

import pytest


@pytest.fixture
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    from tournament.services import tasks

    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)
