"""A turn counts the zeros for nothing handed in, or too late, that no arbiter has confirmed.

And the tables of somebody who is no arbiter any more are free, as they have been since when his
role is taken away.
"""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def free_tables(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    tables: Any = apps.get_model("tournament", "Table").objects
    staff: Any = apps.get_model("tournament", "StaffMember").objects
    correcting = staff.filter(
        tournament=models.OuterRef("tournament"),
        user=models.OuterRef("arbiter"),
        role__in=["arbiter", "double_arbiter"],
    )
    kept = models.Exists(correcting)
    tables.exclude(arbiter=None).filter(~kept).update(arbiter=None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_room_clock")]

    operations = [
        migrations.AddField("turn", "unconfirmed_missing", models.PositiveIntegerField(default=0)),
        migrations.AddField("turn", "unconfirmed_late", models.PositiveIntegerField(default=0)),
        migrations.RunPython(free_tables, migrations.RunPython.noop),
    ]
