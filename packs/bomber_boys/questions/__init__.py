"""What can be read from the table and worked out from it; nothing here changes it."""
