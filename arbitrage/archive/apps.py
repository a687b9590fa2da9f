from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "arbitrage.archive"
    label = "archive"
    verbose_name = "Archives"
