"""Measures Carillon as it is installed, beside the least that a tray program can be."""
