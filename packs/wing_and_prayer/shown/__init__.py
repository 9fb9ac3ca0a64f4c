"""What players see and read: the table as panels, events in words, the mission log."""
