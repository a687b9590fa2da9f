from django.apps import AppConfig


class ArbitrageConfig(AppConfig):
    name = "arbitrage"
    verbose_name = "Arbitrage"
