"""What Django has no operation for."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AlterField


class DropForeignKeyIndex(AlterField):
    """Takes from a column the index that Django gives every foreign key, and none beside it:
    ``AlterField`` would take all that the column has by itself, those that keep it unique too."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, _before: Any, after: Any
    ) -> None:
        model, column = self._found(app_label, after)
        name = schema_editor._create_index_name(model._meta.db_table, [column.column])  # noqa: SLF001 - as Django names it
        schema_editor.execute(f"DROP INDEX IF EXISTS {schema_editor.quote_name(name)}")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, _before: Any, after: Any
    ) -> None:
        model, column = self._found(app_label, after)
        schema_editor.execute(schema_editor._create_index_sql(model, fields=[column]))  # noqa: SLF001

    def _found(self, app_label: str, state: Any) -> tuple[Any, Any]:
        model = state.apps.get_model(app_label, self.model_name)
        return model, model._meta.get_field(self.name)  # noqa: SLF001 - the documented one
