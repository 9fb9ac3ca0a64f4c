"""What the captain sees and is told."""
