"""``{% load classic %}``: filters for calls of a *match classique*."""

from django import template

from arbitrage.classic.presentation import calls
from arbitrage.presentation import appeals

register = template.Library()

register.filter(calls.call_label)
register.filter(calls.call_article)
register.filter(calls.call_state)
register.filter(calls.call_badge)
register.filter(calls.is_for_director)
register.filter("display_name", appeals.get_display_name)
