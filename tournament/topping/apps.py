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
        ports.delete_expired.add(training.delete_absent_trainees)
        ports.require_nothing_running.add(room.require_nothing_running)
        ports.was_played.add(room.was_played)
        ports.is_in_progress.add(room.is_unfinished)
        ports.build_awaited_filter.add(room.build_awaited_filter)
        ports.find_last_moments.add(room.find_last_events)
        ports.build_running_clock_filter.add(room.build_running_clock_filter)
        ports.build_word_list_filter.add(room.build_word_list_filter)
        ports.is_table_in_play.add(room.is_playing_topping)
        ports.list_positions.add(room.list_positions)
        for subject in SUBJECTS:
            ports.journal_subjects.add(subject)
        ports.describe_home.add(room.describe_home)
        ports.describe_desk.add(room.describe_desk)
        ports.describe_tablet.add(room.describe_tablet)
