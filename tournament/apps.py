from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Tournois"

    def ready(self) -> None:
        from tournament.presentation import french, messages

        french.install()
        messages.register_messages()
