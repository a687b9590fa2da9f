from django.apps import AppConfig


class ClassicArbitrageConfig(AppConfig):
    name = "arbitrage.classic"
    label = "classic_arbitrage"
    verbose_name = "Arbitrage des matchs classiques"
