from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Tournois"

    def ready(self) -> None:
        from tournament import ports
        from tournament.presentation import french, messages
        from tournament.queries.people import centres

        french.install()
        messages.register_own_sentences()
        ports.journal_subjects.add(centres.SUBJECT)
