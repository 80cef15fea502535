"""Measures an installed Carillon, compared with a minimal tray program."""
