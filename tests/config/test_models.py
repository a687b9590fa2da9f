"""The models, their migrations and the database agree."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import ForeignKey, Model, UniqueConstraint

from tests.own_models import list_own_models


@pytest.mark.django_db
def test_no_migration_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, no_color=True)
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


@pytest.mark.django_db
def test_the_database_has_every_constraint_and_index_of_models() -> None:
    """A migration that takes one away may take its neighbours along."""
    lost = [
        name
        for model, indexed in _list_tables()
        for name in _list_expected_names(model)
        if name not in indexed
    ]
    assert lost == []


@pytest.mark.django_db
def test_no_index_repeats_the_beginning_of_another() -> None:
    """Without statistics PostgreSQL takes the wrong one: a turn's 6,000 rows for each bulletin."""
    twice = [
        name
        for model, indexed in _list_tables()
        for name, index in indexed.items()
        if name not in _list_expected_names(model) and index["index"] and not index["unique"]
        if len(index["columns"]) == 1 and index["columns"][0] in _list_leading_keys(model)
    ]
    assert twice == []


def _list_tables() -> Iterator[tuple[type[Model], dict[str, Any]]]:
    """Our models, and by name what PostgreSQL has beside the columns of each."""
    with connection.cursor() as cursor:
        for model in list_own_models():
            table = model._meta.db_table
            yield model, connection.introspection.get_constraints(cursor, table)


def _list_expected_names(model: type[Model]) -> set[str]:
    return {constraint.name for constraint in [*model._meta.constraints, *model._meta.indexes]}


def _list_leading_keys(model: type[Model]) -> set[str]:
    """Foreign keys with which something that has several columns begins, for all rows."""
    constraints = [
        constraint
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint)
    ]
    models_of_one_name = [
        constraint.fields[0].lstrip("-")
        for constraint in [*constraints, *model._meta.indexes]
        if len(constraint.fields) > 1 and not constraint.condition
    ]
    fields = [model._meta.get_field(name) for name in models_of_one_name]
    return {field.column for field in fields if isinstance(field, ForeignKey)}
