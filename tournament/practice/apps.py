from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "tournament.practice"
    label = "practice"
    verbose_name = "Parties seul"

    def ready(self) -> None:
        from tournament import ports
        from tournament.practice.presentation.labels import find_replay_address
        from tournament.practice.presentation.messages import SENTENCES
        from tournament.practice.services.game_search import delete_old_searches
        from tournament.presentation import messages

        messages.register_sentences(SENTENCES)
        ports.find_replay_address.fill(find_replay_address)
        ports.delete_expired.add(delete_old_searches)
