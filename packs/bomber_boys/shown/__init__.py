"""What the captain sees and reads."""
