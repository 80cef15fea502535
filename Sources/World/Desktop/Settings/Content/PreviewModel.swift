import CarillonEngine
import CarillonSlots

/// What the popup will show, how long it is, and what is missing. (T9)
struct PreviewModel: Hashable {
  /// How much of what a popup takes is used.
  struct Counter: Hashable {
    let text: String
    /// Whether it is shown shortened.
    let isTooLong: Bool

    init(_ length: Int, of limit: Int, words: Words) {
      isTooLong = length > limit
      let values = ["n": String(length), "limit": String(limit)]
      text =
        isTooLong
        ? words.say("{n} of {limit}, shortened", values) : words.say("{n} of {limit}", values)
    }
  }

  let title: String
  let body: String
  let time: String
  let caption: String
  let titleCounter: Counter
  let bodyCounter: Counter
  /// What is shown in place of something else, and why.
  let notes: [String]
  /// Tokens without a value.
  let missing: Set<String>

  /// `source` is what its user calls the source, such as `“Daily thoughts”`; nil for any other.
  init(_ report: PreviewReport, _ hour: PreviewHour, source: String?, words: Words) {
    title = report.title
    body = report.body
    time = report.values["time"] ?? ""
    caption = hour.caption
    titleCounter = Counter(report.titleLength, of: Template.longestTitle, words: words)
    bodyCounter = Counter(report.bodyLength, of: Template.longestBody, words: words)
    missing = Set(report.missing)
    notes = PreviewModel.notes(report, source, words)
  }

  private static func notes(
    _ report: PreviewReport, _ source: String?, _ words: Words
  ) -> [String] {
    var notes: [String] = []
    // Before anything is there, these are not the template's fault.
    let waiting = report.stored == nil || report.unreadable != nil
    var named: Set<String> = []
    let unknown = report.missing.filter { token in
      named.insert(token).inserted && !(waiting && ["headline", "summary"].contains(token))
    }
    if waiting, unknown.count < named.count {
      notes.append(whyNothing(report, words))
    }
    notes += unknown.map { token in
      let values = ["token": token, "source": source ?? "", "shown": Template.fallback]
      if token.isEmpty {
        return words.say("A token without a name. {shown} is shown in its place.", values)
      }
      return source == nil
        ? words.say("Your source has no “{token}”. {shown} is shown in its place.", values)
        : words.say("{source} has no “{token}”. {shown} is shown in its place.", values)
    }
    if report.stored?.expired == true {
      notes.append(words.say("What was fetched is too old now: it would not be shown."))
    }
    return notes
  }

  private static func whyNothing(_ report: PreviewReport, _ words: Words) -> String {
    switch report.unreadable {
    case "sealed":
      words.say("The keyring is locked: what was fetched cannot be read until it is open.")
    case .some:
      words.say("What was fetched cannot be read any more: its key is gone from the keyring.")
    case nil:
      words.say(
        "Nothing has been fetched yet. Until then {shown} stands for it.",
        ["shown": Template.fallback])
    }
  }
}
