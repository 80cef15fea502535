package import CarillonTime

extension Words {
  /// The button that puts something off for as long as is set: `Snooze 10 min`. (T33, D14)
  package func snooze(for length: Span) -> String {
    count("Snooze {n} min", "Snooze {n} min", Int(length.milliseconds / 60_000))
  }
}
