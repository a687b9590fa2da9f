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

        messages.register(SENTENCES)
        ports.delete_expired.add(arrivals.delete_old_uploads)
        ports.holds_results.add(imported.holds_results)
        ports.is_sheet_secret.add(imported.is_sheet_secret)
        ports.describe_desk.add(imported.describe_link)
        ports.describe_office.add(imported.describe_link)
