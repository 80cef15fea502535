import CarillonEngine

/// All that the part of the page shows in which content's source is chosen.
struct SourceModel: Hashable {
  let form: SourceForm
  let problems: [SourceField: String]
  let trial: TrialModel?
  let headline: PointerModel
  let summary: PointerModel
  let wantsPointers: Bool
  let hasResult: Bool
  /// `none`, `locked` or `open`.
  let keyring: String
  /// The names of headers whose secrets would go with the address: it takes a second word.
  let forgets: [String]

  var isAsking: Bool { trial?.look == .asking }

  /// Where secrets are kept; nil where there are none. (T27)
  func secretsNote(_ words: Words) -> String? {
    guard form.headers.contains(where: \.isSecret) else { return nil }
    return switch keyring {
    case "open": words.say("Secrets are kept in your keyring and shown to nobody again.")
    case "locked":
      words.say("Your keyring is locked: new secrets are put there when you unlock it.")
    default:
      words.say("There is no keyring here: secrets last for this session only.")
    }
  }

  /// What the second word is about; nil where none is wanted.
  func forgetsNote(_ words: Words) -> String? {
    guard let first = forgets.first else { return nil }
    return words.count(
      "The secret of “{name}” will be forgotten.", "{n} secrets will be forgotten.", forgets.count,
      ["name": first])
  }

  /// The request in one line, while its options are closed.
  func requestLine(_ words: Words) -> String {
    let count = form.headers.count { $0.isComplete }
    let wait = words.count(
      "waits at most {n} second", "waits at most {n} seconds",
      Int(form.timeout.milliseconds / 1000))
    let headers =
      count == 0
      ? words.say("no sign-in") : words.count("{n} header", "{n} headers", count)
    return words.say(
      "{method}, {headers}, {wait}",
      ["method": form.method.rawValue, "headers": headers, "wait": wait])
  }
}
