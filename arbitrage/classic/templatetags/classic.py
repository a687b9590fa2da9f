"""``{% load classic %}``: filters for calls of a *match classique*."""

from django import template

from arbitrage.classic.presentation import calls
from arbitrage.presentation import appeals

register = template.Library()

register.filter("call_label", calls.get_call_label)
register.filter("call_article", calls.cite_call_article)
register.filter("call_state", calls.get_call_state)
register.filter("call_badge", calls.get_call_badge)
register.filter(calls.is_for_director)
register.filter("display_name", appeals.get_display_name)
