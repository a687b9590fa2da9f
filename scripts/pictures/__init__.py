"""``make pictures``: screenshots for the manual and the README, taken in a club of its own."""
