"""``{% load bench %}``: texts of the arbitration bench."""

from django import template

from arbitrage.presentation import bench, sentences

register = template.Library()

register.filter("case_group", bench.get_case_group)
register.filter("sanction_badge", bench.get_sanction_badge)
register.filter(sentences.explain_verdict)
register.filter("as_written_bulletin", bench.to_written_bulletin)
