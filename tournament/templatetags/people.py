"""``{% load people %}``: words about files of people."""

from django import template

from tournament.presentation import imports

register = template.Library()

register.filter(imports.finding_sentence)
register.filter(imports.finding_badge)
register.filter(imports.finding_grade)
