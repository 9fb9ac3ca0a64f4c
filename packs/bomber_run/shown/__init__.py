"""What players see and read: the board as panels, events in words."""
