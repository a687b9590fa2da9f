from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from ninja import Router


class ClassicConfig(AppConfig):
    name = "tournament.classic"
    label = "classic"
    verbose_name = "Matchs classiques"

    def ready(self) -> None:
        from tournament.classic.presentation.clock_messages import CLOCK_SENTENCES
        from tournament.classic.presentation.messages import SENTENCES
        from tournament.presentation import messages

        messages.register_sentences({**SENTENCES, **CLOCK_SENTENCES})
        _add_to_shared_ports()
        _fill_classic_ports()


def _add_to_shared_ports() -> None:
    """Fill the ports that every kind of game answers."""
    from tournament import ports
    from tournament.classic.queries import port_answers
    from tournament.classic.queries.journal_subjects import SUBJECTS
    from tournament.classic.services import matches, play

    ports.sweep.add(play.apply_all_expiries)
    ports.require_nothing_running.add(port_answers.require_nothing_running)
    ports.was_played.add(port_answers.was_played)
    ports.delete_rows.add(matches.delete_matches)
    ports.build_awaited_filter.add(port_answers.build_awaited_filter)
    ports.find_last_rows.add(port_answers.find_last_events)
    ports.find_last_rows.add(port_answers.find_last_clock_events)
    ports.build_running_clock_filter.add(port_answers.build_game_clock_filter)
    ports.build_running_clock_filter.add(port_answers.build_table_clock_filter)
    ports.build_running_clock_filter.add(port_answers.build_countdown_filter)
    ports.build_word_list_filter.add(port_answers.build_word_list_filter)
    ports.is_table_in_play.add(port_answers.has_match)
    ports.list_positions.add(port_answers.list_positions)
    ports.load_api_router.add(_load_api_router)
    for subject in SUBJECTS:
        ports.journal_subjects.add(subject)


def _fill_classic_ports() -> None:
    """Fill the ports of classic tournaments."""
    from tournament import classic_ports
    from tournament.classic.core.rounds.terms import build_default_terms
    from tournament.classic.presentation.match.sanctions import describe_exclusion
    from tournament.classic.presentation.rounds import describe_change
    from tournament.classic.queries.exclusions import find_excluded_entries
    from tournament.classic.views.organiser.match_paper import list_match_papers
    from tournament.classic.views.player import match
    from tournament.classic.views.public import classic_scene, rounds

    classic_ports.classic_pages.fill(
        {
            "home": rounds.home,
            "player": rounds.player,
            "ranking": rounds.ranking,
            "ranking_pdf": rounds.ranking_pdf,
            "ranking_csv": rounds.ranking_csv,
            "scene": classic_scene.scene,
        }
    )
    classic_ports.classic_tablet.fill(match.page)
    classic_ports.find_excluded.fill(find_excluded_entries)
    classic_ports.describe_exclusion.fill(describe_exclusion)
    classic_ports.list_classic_leaders.fill(classic_scene.list_public_rows)
    classic_ports.list_classic_papers.fill(list_match_papers)
    classic_ports.make_classic_terms.fill(build_default_terms)
    classic_ports.describe_round_change.fill(describe_change)


def _load_api_router() -> "Router":
    from tournament.classic.views.api import router

    return router
