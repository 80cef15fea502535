"""What the end-to-end tests stand on: a desktop of their own, and Carillon in it."""
