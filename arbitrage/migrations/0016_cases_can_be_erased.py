from importlib import import_module

from django.db import migrations, models

TEXTS = {
    "Appeal": ("grounds", "reason", "order"),
    "Statement": ("speaker", "text"),
    "Sitting": ("name",),
}


def forward(apps, _editor):
    """What people wrote in cases gets its salts."""
    chain = import_module("arbitrage.migrations.0015_chain")
    for model, names in TEXTS.items():
        chain.salt_texts(apps.get_model("arbitrage", model), names)


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0015_chain")]

    operations = [
        *(
            migrations.AddField(
                model_name=model.lower(),
                name=name,
                field=models.JSONField(blank=True, default=dict),
            )
            for model in TEXTS
            for name in ("erased", "salts")
        ),
        migrations.RunPython(forward, migrations.RunPython.noop),
    ]
