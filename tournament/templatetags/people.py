"""``{% load people %}``: words about files of people."""

from django import template

from tournament.presentation import imports

register = template.Library()

register.filter("finding_sentence", imports.describe_finding)
register.filter("finding_badge", imports.get_finding_badge)
register.filter("finding_grade", imports.get_severity_name)
