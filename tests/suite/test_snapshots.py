"""A stage has the same rows whether it was built or restored."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command


def _read_rows() -> dict[tuple[str, Any], dict[str, Any]]:
    """Return all rows, except those that Django writes in migrations."""
    from tests.snapshots import NOT_STORED

    return {
        (model._meta.label, row["pk"]): row
        for model in apps.get_models()
        if model._meta.db_table not in NOT_STORED
        for row in model._base_manager.values("pk", *_columns(model))
    }


def _columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def test_a_restored_stage_has_the_same_rows_and_shifted_timestamps(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests import snapshots

    monkeypatch.setitem(snapshots.STAGES, "room", lambda: snapshots.play_first_correction())  # noqa: PLW0108 - built anew
    snapshots.restore_stage(["room"])
    original = _read_rows()
    call_command("flush", verbosity=0, interactive=False)
    assert snapshots.restore_stage(["room"]).turn
    restored = _read_rows()

    assert restored.keys() == original.keys()
    shifts: set[timedelta] = set()
    for name, row in original.items():
        for column, value in row.items():
            new_value = restored[name][column]
            if isinstance(value, datetime):
                shifts.add(new_value - value)
            else:
                assert new_value == value, (name, column)
    assert len(shifts) == 1
    assert shifts.pop() > timedelta(0)
