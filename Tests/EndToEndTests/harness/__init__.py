"""The foundation of the end-to-end tests: a private desktop with Carillon on it."""
