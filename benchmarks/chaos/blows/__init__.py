"""What is done to a club: the table of kinds, how each is dealt, and who deals them."""
