"""The rules of Bomber Run, one module for each chapter of the text."""
