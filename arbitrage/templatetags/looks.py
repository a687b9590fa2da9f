"""``{% load looks %}``: second looks in words, and how many are left."""

from django import template

from arbitrage.core.second_looks import LookCriteria
from arbitrage.presentation import second_looks, sentences
from arbitrage.queries.second_looks import count_looks

register = template.Library()

register.simple_tag(count_looks, name="look_counts")
register.filter(second_looks.look_words)
register.filter(second_looks.left_words)
register.filter(second_looks.difference_words)
register.filter(second_looks.verdict_words)
register.filter(second_looks.plan_of_tournament)
register.filter(second_looks.plan_words)
register.filter("kept_plan", lambda plan: second_looks.plan_words(LookCriteria.from_dict(plan)))
register.filter("software_says", sentences.explain_verdict)
