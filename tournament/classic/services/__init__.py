"""Services of the *match classique*."""
