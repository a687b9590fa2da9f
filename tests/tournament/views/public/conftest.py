"""Fixtures of the public pages; Django is imported only once it is set up."""

import pytest


@pytest.fixture
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    from tournament.services import tasks

    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


@pytest.fixture(autouse=True)
def versions_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare every poll with the results of its moment; ``test_shared_caches`` does without."""
    from tournament.views.public import conditional

    monkeypatch.setattr(conditional, "POLL_VERSION_S", 0.0)
