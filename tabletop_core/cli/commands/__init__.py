"""The commands, a module each; none is imported before it is called."""
