"""What tests begin with is the same whether it was built or put back."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command


def _rows() -> dict[tuple[str, Any], dict[str, Any]]:
    """But for what Django writes when it migrates, which is there before the first test alone."""
    from tests.stages import NOT_KEPT

    return {
        (model._meta.label, row["pk"]): row
        for model in apps.get_models()
        if model._meta.db_table not in NOT_KEPT
        for row in model._base_manager.values("pk", *_columns(model))
    }


def _columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def test_a_stage_that_is_put_back_has_the_same_rows_and_later_moments(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests import stages

    monkeypatch.setitem(stages.STAGES, "room", lambda: stages.after_the_first_correction())  # noqa: PLW0108 - built anew
    stages.enter(["room"])
    built = _rows()
    call_command("flush", verbosity=0, interactive=False)
    assert stages.enter(["room"]).turn
    put_back = _rows()

    assert put_back.keys() == built.keys()
    later: set[timedelta] = set()
    for name, row in built.items():
        for column, value in row.items():
            again = put_back[name][column]
            if isinstance(value, datetime):
                later.add(again - value)
            else:
                assert again == value, (name, column)
    assert len(later) == 1
    assert later.pop() > timedelta(0)
