"""What can be read from the state and the data; nothing here changes them."""
