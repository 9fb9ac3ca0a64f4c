"""Queries of the state and the data; nothing here changes them."""
