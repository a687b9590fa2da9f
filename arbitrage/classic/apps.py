from django.apps import AppConfig


class ClassicArbitrageConfig(AppConfig):
    name = "arbitrage.classic"
    label = "classic_arbitrage"
    verbose_name = "Arbitrage des matchs classiques"

    def ready(self) -> None:
        from arbitrage.classic.presentation.messages import SENTENCES
        from arbitrage.classic.queries.journal_subjects import CALLS
        from arbitrage.classic.services import calls
        from tournament import ports as room_ports
        from tournament.classic import ports
        from tournament.presentation import messages

        messages.register_sentences(SENTENCES)
        ports.handle_match_event.add(calls.update_calls)
        room_ports.journal_subjects.add(CALLS)
