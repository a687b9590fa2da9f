from django.apps import AppConfig


class ClassicArbitrageConfig(AppConfig):
    name = "arbitrage.classic"
    label = "classic_arbitrage"
    verbose_name = "Arbitrage des matchs classiques"

    def ready(self) -> None:
        from arbitrage.classic.presentation.messages import SENTENCES
        from arbitrage.classic.services import calls
        from tournament.classic import ports
        from tournament.presentation import messages

        messages.register(SENTENCES)
        ports.match_event.add(calls.update_calls)
