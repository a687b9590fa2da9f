from django.apps import AppConfig


class ClassicConfig(AppConfig):
    name = "tournament.classic"
    label = "classic"
    verbose_name = "Matchs classiques"
