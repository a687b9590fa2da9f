from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0043_one_index_each"),
    ]

    operations = [
        migrations.AddField(
            model_name="roomclock",
            name="steps",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="turn",
            name="shut",
            field=models.BooleanField(default=False),
        ),
    ]
