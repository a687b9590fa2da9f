"""What the public pages' tests share; Django is only imported once it is set up."""

import pytest


@pytest.fixture
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that an earlier test has started corrects no turn of these tests."""
    from tournament.services import tasks

    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)
