"""Invitations, messages that strangers ask for, and two more things done to accounts."""

import django.db.models.deletion
import tournament.core.states
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0026_people"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("roles", models.JSONField(default=list)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="MailRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("address", models.EmailField(max_length=254)),
                ("network", models.CharField(max_length=43)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("name", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="accountchange",
            name="account_change_kind",
        ),
        migrations.AddConstraint(
            model_name="accountchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            tournament.core.states.AccountChangeKind["MADE"],
                            tournament.core.states.AccountChangeKind["INVITED"],
                            tournament.core.states.AccountChangeKind["JOINED"],
                            tournament.core.states.AccountChangeKind["LEFT"],
                            tournament.core.states.AccountChangeKind["PASSWORD"],
                            tournament.core.states.AccountChangeKind["CARD"],
                            tournament.core.states.AccountChangeKind["RENAMED"],
                            tournament.core.states.AccountChangeKind["CLOSED"],
                            tournament.core.states.AccountChangeKind["REOPENED"],
                            tournament.core.states.AccountChangeKind["MANAGES"],
                            tournament.core.states.AccountChangeKind["MANAGES_NOT"],
                        ],
                    )
                ),
                name="account_change_kind",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournament.organisation",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournament.tournament",
            ),
        ),
        migrations.AddIndex(
            model_name="mailrequest",
            index=models.Index(fields=["address", "at"], name="mail_by_address"),
        ),
        migrations.AddIndex(
            model_name="mailrequest",
            index=models.Index(fields=["network", "at"], name="mail_by_network"),
        ),
        migrations.AddConstraint(
            model_name="mailrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            tournament.core.states.Mail["SIGN_UP"],
                            tournament.core.states.Mail["RESET"],
                        ],
                    )
                ),
                name="mail_kind",
            ),
        ),
    ]
