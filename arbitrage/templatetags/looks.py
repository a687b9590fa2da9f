"""``{% load looks %}``: texts and counts of second looks."""

from django import template

from arbitrage.core.second_looks import LookCriteria
from arbitrage.presentation import second_looks, sentences
from arbitrage.queries.second_looks import count_looks

register = template.Library()

register.simple_tag(count_looks, name="look_counts")
register.filter("look_words", second_looks.format_look_counts)
register.filter("left_words", second_looks.format_count_left)
register.filter("difference_words", second_looks.format_difference_count)
register.filter("verdict_words", second_looks.format_verdict)
register.filter("plan_of_tournament", second_looks.format_current_plan)
register.filter("plan_words", second_looks.format_plan)
register.filter("kept_plan", lambda plan: second_looks.format_plan(LookCriteria.from_dict(plan)))
register.filter("software_says", sentences.explain_verdict)
