from django.db import migrations, models

_KINDS = [
    "count", "discount", "set-aside", "take-up", "exclude", "include", "different", "missing",
    "expected", "repeat", "publish",
]


class Migration(migrations.Migration):

    dependencies = [
        ("event", "0002_unsentarchive"),
    ]

    operations = [
        migrations.CreateModel(
            name="OpenedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("centre_uid", models.UUIDField(db_index=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("tournament_name", models.CharField(max_length=120)),
                ("opened_at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="eventdecision",
            name="event_decision_kind",
        ),
        migrations.AddConstraint(
            model_name="eventdecision",
            constraint=models.CheckConstraint(condition=models.Q(("kind__in", _KINDS)), name="event_decision_kind"),
        ),
    ]
