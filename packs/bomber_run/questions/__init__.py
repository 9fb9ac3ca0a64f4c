"""What can be read from the board; nothing here changes it."""
