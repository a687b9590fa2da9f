"""The models of the project's own apps."""

from django.apps import apps
from django.db.models import Model


def list_own_models() -> list[type[Model]]:
    return [
        model
        for config in apps.get_app_configs()
        if config.name.split(".")[0] in {"tournament", "arbitrage"}
        for model in config.get_models()
    ]
