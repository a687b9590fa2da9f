"""The models and their migrations agree."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import ForeignKey, Model, UniqueConstraint

OURS = {"tournament", "arbitrage"}


@pytest.mark.django_db
def test_no_migration_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, no_color=True)
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


def test_no_column_has_an_index_beside_one_that_begins_with_it() -> None:
    """Without statistics PostgreSQL takes the wrong one: a turn's 6,000 rows for each bulletin."""
    twice = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in OURS
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey)
        if getattr(field, "db_index", False) and field.name in _leading(model)
    ]
    assert twice == []


def _leading(model: type[Model]) -> set[str]:
    """The first columns of what has several, for all rows."""
    constraints = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
    found = [*constraints, *model._meta.indexes]
    return {one.fields[0].lstrip("-") for one in found if len(one.fields) > 1 and not one.condition}
