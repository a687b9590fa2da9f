"""``{% load rulings %}``: bulletins as written and rulings in words."""

from django import template

from arbitrage.presentation import acts, citations, drawings, lists, rulings, sentences, slips

register = template.Library()

register.filter(drawings.drawing)
register.filter(drawings.in_words)
register.filter(drawings.as_written)
register.filter(drawings.sheet_state)
register.filter(rulings.sanction)
register.filter(rulings.motives)
register.filter(rulings.named_tables)
register.filter(rulings.status_badge)
register.filter(rulings.status_word)
register.filter(rulings.preset)
register.filter("slip_filter", slips.filter_label)
register.filter("slip_gesture", slips.gesture_words)
register.filter("slip_state", slips.slip_state)
register.filter("slip_said", slips.summarise_notice)
register.filter("slip_heading", slips.heading)
register.filter(lists.filter_label)
register.filter(lists.view_label)
register.filter(lists.some_tables)
register.filter(lists.summarise_bulletin)
register.filter(lists.summarise_ruling)
register.filter(lists.summarise_states)
register.filter(acts.act_label)
register.filter("act_reason", acts.get_reason)
register.filter("act_author", acts.get_author)
register.filter(citations.citation)
register.filter("points", sentences.points_label)
register.filter("proposal", sentences.explain_proposal)
