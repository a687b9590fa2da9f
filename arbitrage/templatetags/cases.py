"""``{% load cases %}``: texts about cases before the commission."""

from django import template

from arbitrage.presentation import appeals
from arbitrage.queries.appeals import count_open_cases

register = template.Library()

register.filter("case_state", appeals.format_case_state)
register.filter("case_badge", appeals.get_case_badge)
register.filter("case_origin", appeals.format_case_origin)
register.filter("case_subject", appeals.format_case_subject)
register.filter("case_turn", appeals.format_case_turn)
register.filter(appeals.format_contested_case)
register.filter(appeals.format_recusal_reasons)
register.filter(appeals.get_decision_heading)
register.filter("display_name", appeals.get_display_name)
register.simple_tag(count_open_cases)
