"""``{% load bench %}``: words of the referees' bench."""

from django import template

from arbitrage.presentation import bench

register = template.Library()

register.filter(bench.case_group)
register.filter(bench.sanction_badge)
register.filter(bench.explain)
register.filter(bench.as_written_bulletin)
