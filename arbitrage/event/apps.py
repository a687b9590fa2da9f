from django.apps import AppConfig


class EventConfig(AppConfig):
    name = "arbitrage.event"
    label = "event"
    verbose_name = "Épreuves"

    def ready(self) -> None:
        from arbitrage.event.presentation.messages import SENTENCES
        from arbitrage.event.queries import imported
        from arbitrage.event.services import arrivals
        from tournament import ports
        from tournament.presentation import messages

        messages.register_sentences(SENTENCES)
        ports.delete_expired.add(arrivals.delete_old_uploads)
        ports.withholds_results.add(imported.holds_results)
        ports.is_sheet_secret.add(imported.is_sheet_secret)
        ports.build_desk_context.add(imported.describe_link)
        ports.build_office_context.add(imported.describe_link)
