"""``make pictures``: the pictures of the manual and of the README, taken in a club of its own."""
