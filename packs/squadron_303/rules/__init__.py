"""The rules of 303 Squadron, one module for each chapter of the rulebook."""
