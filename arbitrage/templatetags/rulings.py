"""``{% load rulings %}``: texts about bulletins and rulings."""

from django import template

from arbitrage.presentation import acts, citations, drawings, lists, rulings, sentences, slips

register = template.Library()

register.filter("drawing", drawings.build_drawing)
register.filter(drawings.describe_empty_sheet)
register.filter(drawings.describe_bulletin)
register.filter("as_written", drawings.format_written)
register.filter("sheet_state", drawings.format_sheet_state)
register.filter("sanction", rulings.format_sanction)
register.filter("motives", rulings.format_motives)
register.filter(rulings.format_tables)
register.filter("status_badge", rulings.get_status_badge)
register.filter("status_word", rulings.get_status_word)
register.filter("preset", rulings.build_preset)
register.filter("slip_filter", slips.get_filter_label)
register.filter("slip_handling", slips.format_handling)
register.filter("slip_state", slips.format_slip_state)
register.filter(slips.summarise_notice)
register.filter("slip_heading", slips.format_heading)
register.filter("filter_label", lists.get_filter_label)
register.filter("grouping_label", lists.get_grouping_label)
register.filter(lists.format_first_tables)
register.filter(lists.summarise_bulletin)
register.filter(lists.summarise_ruling)
register.filter(lists.summarise_statuses)
register.filter("act_label", acts.get_act_label)
register.filter("act_reason", acts.get_reason)
register.filter("act_author", acts.get_author)
register.filter("citation", citations.format_citation)
register.filter("points", sentences.format_points)
register.filter("proposal", sentences.explain_proposal)
