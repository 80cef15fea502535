import CarillonEngine
import CarillonSlots

/// The popup as it will appear, its length, and what is missing. (T9)
struct PreviewModel: Hashable {
  /// The length of a text and its limit.
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
  /// Where a click leads; nil if to the history. (T34)
  let link: String?
  let titleCounter: Counter
  let bodyCounter: Counter
  /// Explains what is replaced, and why.
  let notes: [String]
  /// Tokens without a value.
  let missing: Set<String>
  /// Whether nothing would be shown, so that the texts only name what they are waiting for.
  let isPlaceholder: Bool

  /// `source` is the user's name for the source, such as `“Daily thoughts”`; nil for any other.
  init(
    _ report: PreviewReport, of template: Template, _ hour: PreviewHour, source: String?,
    words: Words
  ) {
    isPlaceholder = report.isWaiting
    let shown = isPlaceholder ? report.standIn(for: template, words) : nil
    title = shown?.title ?? report.title
    body = shown?.body ?? report.body
    time = report.values["time"] ?? ""
    caption = isPlaceholder ? words.say("Nothing is shown until there is content.") : hour.caption
    link = report.link.flatMap { WebLink($0) }.map {
      words.say("A click opens {host}.", ["host": $0.host])
    }
    titleCounter = Counter(report.titleLength, of: Template.longestTitle, words: words)
    bodyCounter = Counter(report.bodyLength, of: Template.longestBody, words: words)
    missing = Set(report.missing)
    notes = PreviewModel.notes(report, source, words)
  }

  private static func notes(
    _ report: PreviewReport, _ source: String?, _ words: Words
  ) -> [String] {
    var notes: [String] = []
    // Until something is fetched, missing values are not the template's fault.
    let waiting = report.isWaiting
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
        return words.say("A token has no name. {shown} is shown instead.", values)
      }
      return source == nil
        ? words.say("Your source has no “{token}”. {shown} is shown instead.", values)
        : words.say("{source} has no “{token}”. {shown} is shown instead.", values)
    }
    if report.stored?.expired == true {
      notes.append(words.say("The fetched content is too old and would not be shown."))
    }
    return notes
  }

  private static func whyNothing(_ report: PreviewReport, _ words: Words) -> String {
    switch report.unreadable {
    case "sealed":
      words.say("The keyring is locked. Unlock it to read the fetched content.")
    case .some:
      words.say("The fetched content can no longer be read: its key is missing from the keyring.")
    case nil:
      words.say("Nothing has been fetched yet.")
    }
  }
}

extension PreviewReport {
  /// Whether there is no content to read, which the template wants to show.
  var isWaiting: Bool {
    (stored == nil || unreadable != nil)
      && missing.contains { ["headline", "summary"].contains($0) }
  }

  /// The template with names in place of the content that is not there yet.
  func standIn(for template: Template, _ words: Words) -> Template.Rendered {
    let names = [
      "headline": words.term("placeholder", "(headline)"),
      "summary": words.term("placeholder", "(summary)"),
    ]
    return template.render(values.merging(names) { given, _ in given })
  }
}
