from django.apps import AppConfig


class AloneConfig(AppConfig):
    name = "tournament.solo"
    label = "solo"
    verbose_name = "Parties seul"

    def ready(self) -> None:
        from tournament import ports
        from tournament.presentation import messages
        from tournament.solo.presentation.labels import find_replay_address
        from tournament.solo.presentation.messages import SENTENCES

        messages.register(SENTENCES)
        ports.find_replay_address.fill(find_replay_address)
