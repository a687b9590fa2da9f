"""``{% load rounds %}``: words of the pages of a classic tournament."""

from django import template

from tournament.classic.presentation import rounds

register = template.Library()

register.filter("round_state", rounds.get_round_state)
register.filter("round_badge", rounds.get_round_badge)
register.filter("result_kind", rounds.describe_result_kind)
register.filter("game_scores", rounds.format_game_scores)
