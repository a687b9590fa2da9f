"""``{% load classic %}``: what the pages of a match classique say of a call."""

from django import template

from arbitrage.classic.presentation import calls
from arbitrage.presentation import appeals

register = template.Library()

register.filter(calls.call_label)
register.filter(calls.call_article)
register.filter(calls.call_state)
register.filter(calls.call_badge)
register.filter(calls.for_director)
register.filter(appeals.display_name)
