"""What a player sees and reads."""
