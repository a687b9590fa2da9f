from django.apps import AppConfig


class ToppingConfig(AppConfig):
    name = "tournament.topping"
    label = "topping"
    verbose_name = "Topping"

    def ready(self) -> None:
        from tournament import ports
        from tournament.presentation import messages
        from tournament.topping.presentation.messages import SENTENCES
        from tournament.topping.queries import room
        from tournament.topping.queries.journal_subjects import SUBJECTS
        from tournament.topping.services import locked_run, training

        messages.register(SENTENCES)
        ports.sweep.add(locked_run.settle_due_runs)
        ports.forget.add(training.delete_absent_trainees)
        ports.require_quiet.add(room.require_quiet)
        ports.was_played.add(room.was_played)
        ports.is_in_progress.add(room.is_unfinished)
        ports.find_awaited.add(room.find_awaited)
        ports.find_last_moments.add(room.find_last_events)
        ports.is_playing.add(room.is_time_running)
        ports.uses_word_list.add(room.uses_word_list)
        ports.is_table_in_play.add(room.is_playing_topping)
        ports.list_positions.add(room.list_positions)
        for subject in SUBJECTS:
            ports.journal_subjects.add(subject)
        ports.describe_home.add(room.describe_home)
        ports.describe_desk.add(room.describe_desk)
        ports.describe_tablet.add(room.describe_tablet)
