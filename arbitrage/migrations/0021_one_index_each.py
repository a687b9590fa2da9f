import django.db.models.deletion
from django.db import migrations, models

from tournament.migrations._indexes import DropForeignKeyIndex


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0020_call_clock"),
        ("tournament", "0043_one_index_each"),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name="appeal",
            name="tournament",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="appeals",
                to="tournament.tournament",
            ),
        ),
        DropForeignKeyIndex(
            model_name="paperbulletin",
            name="turn",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="papers",
                to="tournament.turn",
            ),
        ),
        DropForeignKeyIndex(
            model_name="ruling",
            name="turn",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rulings",
                to="tournament.turn",
            ),
        ),
        DropForeignKeyIndex(
            model_name="secondlook",
            name="turn",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="second_looks",
                to="tournament.turn",
            ),
        ),
        DropForeignKeyIndex(
            model_name="sitting",
            name="appeal",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sittings",
                to="arbitrage.appeal",
            ),
        ),
        DropForeignKeyIndex(
            model_name="slip",
            name="turn",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="correction_slips",
                to="tournament.turn",
            ),
        ),
        DropForeignKeyIndex(
            model_name="tablecall",
            name="tournament",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calls",
                to="tournament.tournament",
            ),
        ),
    ]
