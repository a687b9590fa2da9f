"""``{% load cases %}``: cases before the commission in words."""

from django import template

from arbitrage.presentation import appeals
from arbitrage.queries.appeals import count_open_cases

register = template.Library()

register.filter(appeals.case_state)
register.filter(appeals.case_badge)
register.filter(appeals.case_origin)
register.filter(appeals.case_subject)
register.filter(appeals.case_turn)
register.filter(appeals.format_contested_case)
register.filter(appeals.format_recusal_reasons)
register.filter(appeals.case_decider)
register.filter(appeals.display_name)
register.simple_tag(count_open_cases)
