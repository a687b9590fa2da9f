from django.apps import AppConfig


class ToppingConfig(AppConfig):
    name = "tournament.topping"
    label = "topping"
    verbose_name = "Topping"

    def ready(self) -> None:
        from tournament import ports
        from tournament.presentation import messages
        from tournament.topping.presentation.messages import SENTENCES
        from tournament.topping.queries import port_answers
        from tournament.topping.queries.journal_subjects import SUBJECTS
        from tournament.topping.services import locked_run, training

        messages.register_sentences(SENTENCES)
        ports.sweep.add(locked_run.settle_due_runs)
        ports.delete_expired.add(training.delete_absent_trainees)
        ports.require_nothing_running.add(port_answers.require_nothing_running)
        ports.was_played.add(port_answers.was_played)
        ports.is_in_progress.add(port_answers.is_unfinished)
        ports.build_awaited_filter.add(port_answers.build_awaited_filter)
        ports.find_last_rows.add(port_answers.find_last_events)
        ports.build_running_clock_filter.add(port_answers.build_running_clock_filter)
        ports.build_word_list_filter.add(port_answers.build_word_list_filter)
        ports.is_table_in_play.add(port_answers.is_playing_topping)
        ports.list_positions.add(port_answers.list_positions)
        for subject in SUBJECTS:
            ports.journal_subjects.add(subject)
        ports.build_home_context.add(port_answers.build_home_context)
        ports.build_desk_context.add(port_answers.build_desk_context)
        ports.build_tablet_context.add(port_answers.build_tablet_context)
