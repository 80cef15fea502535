import CarillonEngine

/// Durations as text, each in the largest unit that is exact.
extension Words {
  /// The button that makes this the greatest age of content.
  func allow(_ seconds: Int64) -> String {
    count("Allow {n} Hour", "Allow {n} Hours", Int(seconds / 3600))
  }

  /// `20 minutes`, `26 hours`, `2 days`.
  func duration(_ span: Span) -> String {
    let seconds = span.milliseconds / 1000
    let day: Int64 = 86_400
    if seconds >= 2 * day, seconds % day == 0 { return days(Int(seconds / day)) }
    if seconds >= 3600, seconds % 3600 == 0 {
      return count("{n} hour", "{n} hours", Int(seconds / 3600))
    }
    if seconds > 3600, seconds % 60 == 0 {
      return say(
        "{hours} h {minutes} min",
        ["hours": String(seconds / 3600), "minutes": String(seconds % 3600 / 60)])
    }
    if seconds >= 60, seconds % 60 == 0 {
      return count("{n} minute", "{n} minutes", Int(seconds / 60))
    }
    return count("{n} second", "{n} seconds", Int(seconds))
  }

  func days(_ days: Int) -> String {
    count("{n} day", "{n} days", days)
  }
}
