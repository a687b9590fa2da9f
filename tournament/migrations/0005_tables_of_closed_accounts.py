"""Closed accounts have no tables; those closed or restored before are left without theirs."""

from django.db import migrations


def free_tables(apps, _schema_editor):
    tables = apps.get_model("tournament", "Table").objects
    tables.filter(arbiter__is_active=False).update(arbiter=None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_solo_terms")]

    operations = [migrations.RunPython(free_tables, migrations.RunPython.noop)]
