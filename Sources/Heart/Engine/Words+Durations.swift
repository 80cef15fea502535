import CarillonText
import CarillonTime

/// Durations as text, each in the largest unit that is exact.
extension Words {
  /// `20 minutes`, `26 hours`, `2 days`.
  package func duration(_ span: Span) -> String {
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

  package func days(_ days: Int) -> String {
    count("{n} day", "{n} days", days)
  }
}
