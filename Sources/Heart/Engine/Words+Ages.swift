package import CarillonText
package import CarillonTime

/// How long ago something was, rounded down: an age goes on by itself while it is looked at.
extension Words {
  /// `12 min`, `3 h`, `2 days`.
  package func age(_ span: Span) -> String {
    switch Age(span) {
    case .now: term("age", "now")
    case .minutes(let number): term("age", "{n} min", ["n": String(number)])
    case .hours(let number): term("age", "{n} h", ["n": String(number)])
    case .days(let number): days(number)
    }
  }

  /// The same for a screen reader: `12 minutes ago`.
  package func spokenAge(_ span: Span) -> String {
    switch Age(span) {
    case .now: say("just now")
    case .minutes(let number): count("{n} minute ago", "{n} minutes ago", number)
    case .hours(let number): count("{n} hour ago", "{n} hours ago", number)
    case .days(let number): count("{n} day ago", "{n} days ago", number)
    }
  }

  /// How long the words for this age stay right.
  package static func ageHolds(_ span: Span) -> Span {
    let step: Int64 =
      switch Age(span) {
      case .now, .minutes: 60_000
      case .hours: 3_600_000
      case .days: 86_400_000
      }
    // A clock that was set back makes it young until then.
    guard span > .zero else { return .milliseconds(step - span.milliseconds) }
    return .milliseconds(step - span.milliseconds % step)
  }

  private enum Age {
    case now
    case minutes(Int), hours(Int), days(Int)

    init(_ span: Span) {
      let minutes = Int(span.milliseconds / 60_000)
      switch minutes {
      case ..<1: self = .now
      case ..<60: self = .minutes(minutes)
      case ..<1440: self = .hours(minutes / 60)
      default: self = .days(minutes / 1440)
      }
    }
  }
}
