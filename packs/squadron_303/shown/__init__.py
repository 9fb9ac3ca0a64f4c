"""What players see: the panels, and the words for events."""
