"""The two-player game on the board (*match classique*): toss, plays, challenges, endings. Pure."""
