import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0016_cases_can_be_erased"),
        ("tournament", "0036_anonymised"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="appeal",
            name="appeal_origin",
        ),
        migrations.RemoveConstraint(
            model_name="appeal",
            name="appeal_has_grounds",
        ),
        migrations.AddField(
            model_name="appeal",
            name="against",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="answer",
                to="arbitrage.appeal",
            ),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="origin",
            field=models.CharField(max_length=10),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(("origin__in", ["player", "arbiter", "rule", "federation"])),
                name="appeal_origin",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("grounds", ""), _negated=True),
                    ("origin__in", ["rule", "federation"]),
                    _connector="OR",
                ),
                name="appeal_has_grounds",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("against__isnull", False), ("origin", "federation")),
                    models.Q(
                        models.Q(("origin", "federation"), _negated=True), ("against__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="appeal_answers",
            ),
        ),
    ]
