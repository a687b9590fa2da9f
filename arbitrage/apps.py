from django.apps import AppConfig


class ArbitrageConfig(AppConfig):
    name = "arbitrage"
    verbose_name = "Arbitrage"

    def ready(self) -> None:
        from arbitrage import tasks
        from arbitrage.presentation import (
            appeals as appeal_sentences,
            player_explanations,
            practice,
            slips,
        )
        from arbitrage.presentation.messages import SENTENCES
        from arbitrage.queries import appeals, rulings, second_looks
        from arbitrage.queries.bulletins import paper as paper_bulletins
        from arbitrage.services import correction, receipts, referral
        from arbitrage.services.second_looks import copy_plan
        from tournament import ports
        from tournament.practice import ports as practice_ports
        from tournament.presentation import messages

        messages.register_sentences(SENTENCES)
        ports.correct_turn.fill(correction.correct_turn)
        ports.queue_late_correction.add(tasks.queue_missing_correction)
        ports.handle_shown_turn.add(referral.update_cases_of_turn)
        ports.explain.fill(player_explanations.explain_parts)
        ports.read_typed.fill(paper_bulletins.read_typed_sheets)
        ports.list_slips.fill(slips.list_slips_for_tablets)
        ports.store_receipts.fill(receipts.store_receipts)
        ports.build_awaited_filter.add(rulings.build_ruled_condition)
        ports.build_awaited_filter.add(paper_bulletins.build_typed_condition)
        ports.find_entries_to_decide.add(rulings.find_waiting_entries)
        ports.find_unsettled.add(appeals.find_games_with_open_cases)
        ports.find_unsettled.add(second_looks.find_games_with_open_differences)
        ports.copy_settings.add(copy_plan)
        ports.list_instructions.add(appeal_sentences.describe_orders)
        practice_ports.judge_bulletin.fill(practice.judge_practice)
