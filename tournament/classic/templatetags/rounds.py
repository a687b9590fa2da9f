"""``{% load rounds %}``: words of the pages of a classic tournament."""

from django import template

from tournament.classic.presentation import rounds

register = template.Library()

register.filter(rounds.round_state)
register.filter(rounds.round_badge)
register.filter(rounds.result_kind)
register.filter(rounds.game_scores)
