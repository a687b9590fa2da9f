"""``{% load looks %}``: texts and counts of second looks."""

from django import template

from arbitrage.core.second_looks import LookCriteria
from arbitrage.presentation import second_looks, sentences
from arbitrage.queries.second_looks import count_looks

register = template.Library()

register.simple_tag(count_looks, name="look_counts")
register.filter(second_looks.format_look_counts)
register.filter(second_looks.format_count_to_look)
register.filter(second_looks.format_difference_count)
register.filter(second_looks.format_verdict)
register.filter("plan_of_tournament", second_looks.format_current_plan)
register.filter(second_looks.format_plan)
register.filter("stored_plan", lambda plan: second_looks.format_plan(LookCriteria.from_dict(plan)))
register.filter(sentences.explain_verdict)
