"""``{% load topping %}``: filters for toppings."""

from django import template

from tournament.topping.presentation import topping

register = template.Library()

register.filter("topping_title", topping.build_title)
register.filter("topping_state", topping.get_state_name)
register.filter("topping_badge", topping.get_badge)
register.filter("topping_mode", topping.get_mode_name)
register.filter("run_state", topping.get_run_state_name)
register.filter("topping_time", topping.format_time)
register.filter("tenths_in_seconds", topping.format_seconds)
register.filter("event_name", topping.get_event_name)
register.filter(topping.describe_progress)
register.filter("display_name", topping.get_display_name)
