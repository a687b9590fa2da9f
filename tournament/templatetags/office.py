"""``{% load office %}``: words of the office pages for the codes of the room."""

from django import template

from tournament.presentation import bulletins, games, judge, roles, seating, tournaments
from tournament.presentation.messages import explain
from tournament.presentation.unverified import explain_mark

register = template.Library()

register.simple_tag(bulletins.open_work)
register.simple_tag(bulletins.work_left)
register.simple_tag(bulletins.bulletin_words)
register.simple_tag(games.format_data)
register.simple_tag(judge.orders_for)
register.filter(games.game_state)
register.filter(games.game_badge)
register.filter(games.kind_badge)
register.filter(games.game_times)
register.filter(tournaments.tournament_state)
register.filter(tournaments.tournament_badge)
register.filter(tournaments.tournament_meaning)
register.filter(tournaments.withheld_words)
register.filter(tournaments.solo_terms)
register.filter(games.turn_state)
register.filter(games.source_word)
register.filter(games.format_name)
register.filter(games.source_name)
register.filter(games.duration)
register.filter(games.counted_players)
register.filter(games.ask_label)
register.filter(games.ask_text)
register.filter(games.end_reason)
register.filter(bulletins.bulletin_counts)
register.filter(bulletins.plays_on_word)
register.filter(seating.seating_word)
register.filter("explained", explain)
register.filter("unverified_mark", explain_mark)
register.filter(roles.list_staff_links)
