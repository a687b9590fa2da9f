from django.apps import AppConfig

from tournament.presentation import french


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Tournois"

    def ready(self) -> None:
        french.install()
