"""Line mode and what it draws on a terminal."""
