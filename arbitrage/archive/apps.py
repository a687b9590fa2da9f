from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "arbitrage.archive"
    label = "archive"
    verbose_name = "Archives"

    def ready(self) -> None:
        from arbitrage.archive.presentation.messages import SENTENCES
        from arbitrage.archive.services import placeholders
        from tournament import ports
        from tournament.presentation import messages

        messages.register_sentences(SENTENCES)
        ports.delete_rows.add(placeholders.delete_placeholders)
