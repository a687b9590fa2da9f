"""``{% load office %}``: French names of the codes that the office pages show."""

from django import template

from tournament.presentation import bulletins, games, judge, roles, seating, tournaments
from tournament.presentation.messages import explain
from tournament.presentation.unverified import explain_mark

register = template.Library()

register.simple_tag(bulletins.describe_open_work, name="open_work")
register.simple_tag(bulletins.describe_remaining_work, name="work_left")
register.simple_tag(games.render_format_data, name="format_data")
register.simple_tag(judge.list_judge_instructions, name="orders_for")
register.filter("game_state", games.get_game_state_name)
register.filter("game_badge", games.get_game_badge)
register.filter("kind_badge", games.render_kind_badge)
register.filter("game_times", games.format_game_times)
register.filter("tournament_state", tournaments.get_state_name)
register.filter("tournament_badge", tournaments.get_state_badge)
register.filter("tournament_days", tournaments.format_days)
register.filter("tournament_meaning", tournaments.get_state_meaning)
register.filter("withheld_words", tournaments.get_withheld_sentence)
register.filter("solo_terms", tournaments.describe_solo_terms)
register.filter("turn_state", games.get_turn_state_name)
register.filter("source_word", games.get_short_source_name)
register.filter("format_name", games.get_format_name)
register.filter("source_name", games.get_source_name)
register.filter("duration", games.format_duration)
register.filter("counted_players", games.format_player_count)
register.filter("ask_label", games.get_dialog_title)
register.filter("ask_text", games.get_dialog_text)
register.filter("end_reason", games.get_end_reason)
register.filter("bulletin_counts", bulletins.list_counts)
register.filter("plays_on_word", bulletins.get_medium_name)
register.filter("seating_word", seating.get_seating_name)
register.filter("explained", explain)
register.filter("replay_address", games.find_replay_address)
register.filter("unverified_mark", explain_mark)
register.filter(roles.list_staff_links)
