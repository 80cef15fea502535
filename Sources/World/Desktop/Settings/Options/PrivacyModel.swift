import CarillonEngine
import CarillonSlots

/// The content of the privacy page: what is stored, for how long, and who was contacted. (T28, T29)
struct PrivacyModel: Hashable {
  struct Row: Hashable {
    let title: String
    let detail: String
    /// At the end of the row: for how long, or when.
    let end: String
  }

  let stored: [Row]
  /// The size of the stored data, below the list.
  let size: String
  let contacts: [Row]
  /// Below the list of contacts, which is pruned like the history: how far back it reaches. (T8)
  let nobodyElse: String

  /// `size` formats a number of bytes.
  init(
    _ storage: StorageReport, _ truth: SettingsModel.Truth, words: Words, size: (Int64) -> String
  ) {
    let state = truth.state
    let days = Int(truth.configuration.settings.retention.milliseconds / 86_400_000)
    let kept = words.days(days)
    stored =
      [
        Row(
          title: words.say("Your hours and settings"), detail: "",
          end: words.say("until you change them")),
        Row(
          title: words.say("Fetched content"),
          detail: words.count(
            "{n} item; the latest from each source is kept",
            "{n} items; the latest from each source is kept",
            storage.contents),
          end: kept),
        Row(
          title: words.say("History"),
          detail: words.count(
            "{n} notification shown; what was not shown, and why",
            "{n} notifications shown; what was not shown, and why", storage.shown),
          end: kept),
        PrivacyModel.secrets(state, words),
        PrivacyModel.encryption(state, truth.today, words),
      ] + [PrivacyModel.former(storage.setAside, words)].compactMap(\.self)
    self.size = words.say(
      "All of it is stored in one database on this computer: {size}.", ["size": size(storage.bytes)]
    )
    contacts = storage.contacts.map {
      PrivacyModel.contact($0, today: truth.today, words: words)
    }
    nobodyElse =
      contacts.isEmpty
      ? words.count(
        "Nobody was contacted in the last day.", "Nobody was contacted in the last {n} days.", days)
      : words.count(
        "Nobody else was contacted in the last day.",
        "Nobody else was contacted in the last {n} days.", days)
  }

  private static func secrets(_ state: StateReport, _ words: Words) -> Row {
    let title = words.say("Passwords and keys")
    return state.keyring == "none"
      ? Row(
        title: title, detail: words.say("No keyring found: only in memory, never in files"),
        end: words.say("until Carillon quits"))
      : Row(
        title: title, detail: words.say("Only in your keyring, never in files or reports"),
        end: words.say("until you remove them"))
  }

  /// Uses the same texts as the status page. (T28)
  private static func encryption(
    _ state: StateReport, _ today: LocalDate, _ words: Words
  ) -> Row {
    let line = StatusLine.lines(state, today: today, words: words)
      .first { $0.subject == .keyring }
    return Row(title: line?.title ?? "", detail: line?.detail ?? "", end: "")
  }

  private static func former(_ path: String?, _ words: Words) -> Row? {
    path.map {
      Row(
        title: words.say("Previous database"),
        detail: words.say("Carillon could not use it and moved it to {path}", ["path": $0]),
        end: words.say("until you remove it"))
    }
  }

  private static func contact(
    _ contact: StorageReport.Contact, today: LocalDate, words: Words
  ) -> Row {
    let why =
      switch contact.purpose {
      case .content: words.say("To fetch content, because you entered its address")
      case .trial: words.say("Because you tried its address")
      case .callback:
        words.say("To report to your service, or to send what you asked for by a button")
      case .media: words.say("To load the picture of a message")
      case .redirect: words.say("Because a source or a picture redirected there")
      case .carrier: words.say("To hear the messages that you subscribed to")
      }
    let first = Moment(iso: contact.firstAt).map { words.at($0, today: today) } ?? ""
    let often = words.count(
      "{why}. Once so far.", "{why}. {n} times since {moment}.", contact.count,
      ["why": why, "moment": first])
    return Row(
      title: contact.host, detail: often,
      end: Moment(iso: contact.lastAt).map { words.entry($0, today: today) } ?? "")
  }
}
