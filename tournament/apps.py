from django.apps import AppConfig

from tournament.words import french


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Tournois"

    def ready(self) -> None:
        french.install()
