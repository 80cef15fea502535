import CarillonEngine

/// Everything that the source part of the page shows.
struct SourceModel: Hashable {
  let form: SourceForm
  let problems: [SourceField: String]
  let trial: TrialModel?
  /// What became of the pointers when the address changed; nil if nothing did.
  var note: String?
  let headline: PointerModel
  let summary: PointerModel
  let linkPointer: PointerModel
  let wantsPointers: Bool
  let hasResult: Bool
  /// `none`, `locked` or `open`.
  let keyring: String
  /// The names of headers whose secrets would be deleted with the address, which needs
  /// confirmation.
  let forgets: [String]

  var isAsking: Bool { trial?.look == .asking }

  /// Where secrets are stored; nil if there are none. (T27)
  func secretsNote(_ words: Words) -> String? {
    guard form.headers.contains(where: \.isSecret) else { return nil }
    return switch keyring {
    case "open": words.say("Secrets are stored in your keyring and never shown again.")
    case "locked":
      words.say("Your keyring is locked. New secrets are stored when you unlock it.")
    default:
      words.say("No keyring found. Secrets are kept only until Carillon quits.")
    }
  }

  /// The text of the confirmation; nil if none is needed.
  func forgetsNote(_ words: Words) -> String? {
    guard let first = forgets.first else { return nil }
    return words.count(
      "The secret for “{name}” will be forgotten.", "{n} secrets will be forgotten.", forgets.count,
      ["name": first])
  }

  /// A summary of the request while its options are folded.
  func requestLine(_ words: Words) -> String {
    let count = form.headers.count { $0.isComplete }
    let wait = words.count(
      "times out after {n} second", "times out after {n} seconds",
      Int(form.timeout.milliseconds / 1000))
    let headers =
      count == 0
      ? words.say("no sign-in") : words.count("{n} header", "{n} headers", count)
    return words.say(
      "{method}, {headers}, {wait}",
      ["method": form.method.rawValue, "headers": headers, "wait": wait])
  }
}
