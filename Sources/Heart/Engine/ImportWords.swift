import CarillonLedger
import CarillonText
import CarillonTime

/// Puts settings and their values into words, for the list of what an import changes. (T29)
///
/// What has no words here is named by its key, and shown as it is written.
struct ImportWords {
  private let environment: Environment
  private var words: Words { environment.words }

  init(_ environment: Environment) {
    self.environment = environment
  }

  /// `Quiet hours: off → 22:00–07:00`.
  func change(of key: String, _ old: JSONValue, _ new: JSONValue) -> String {
    words.say(
      "{setting}: {old} → {new}",
      ["setting": name(key), "old": value(old, of: key), "new": value(new, of: key)])
  }

  /// What becomes of an hour.
  func change(of old: JSONValue, to new: JSONValue, _ kind: ImportReport.Change.Kind) -> String {
    switch kind {
    case .added: words.say("{hour}: added", ["hour": hour(new)])
    case .removed: words.say("{hour}: removed", ["hour": hour(old)])
    case .changed:
      words.say(
        "{hour}: changed ({parts})",
        ["hour": hour(old), "parts": parts(of: old, new).joined(separator: ", ")])
    }
  }

  private func hour(_ slot: JSONValue) -> String {
    guard case .object(let members) = slot, case .integer(let hour)? = members["hour"],
      case .integer(let minute)? = members["minute"],
      let time = WallTime(hour: Int(hour), minute: Int(minute))
    else { return "" }
    guard case .text(let label)? = members["label"], !label.isEmpty else {
      return words.clock(time)
    }
    return "\(words.clock(time)) \(label)"
  }

  private func parts(of old: JSONValue, _ new: JSONValue) -> [String] {
    guard case .object(let before) = old, case .object(let after) = new else { return [] }
    return Set(before.keys).union(after.keys).sorted().compactMap { key in
      guard before[key] != after[key] else { return nil }
      return switch key {
      case "label": words.term("part of an hour", "name")
      case "enabled":
        after[key] == .bool(true)
          ? words.term("part of an hour", "on") : words.term("part of an hour", "off")
      case "weekdays": words.term("part of an hour", "days")
      case "fetchContent": words.term("part of an hour", "content")
      case "contentTemplate": words.term("part of an hour", "text")
      case "onlyNew": words.term("part of an hour", "only what is new")
      default: key
      }
    }
  }

  private func name(_ key: String) -> String {
    switch key {
    case "timezone": words.say("Time zone")
    case "mode": words.say("When to fetch")
    case "prefetchLeadMinutes": words.say("Fetched before the hour")
    case "ttlSeconds": words.say("Oldest content to show")
    case "lateGraceMinutes": words.say("How late an hour may ring")
    case "depth": words.say("Also plan tomorrow")
    case "exactness": words.say("Punctuality")
    case "retentionDays": words.say("Keep history")
    case "quietHours": words.say("Quiet hours")
    case "snoozeMinutes": words.say("Snooze for")
    case "away": words.say("Tell me what I missed")
    case "localMedia": words.say("Pictures from your network")
    case "autostart": words.say("Start with your session")
    case "scheduler": words.say("Ring while Carillon is closed")
    case "did": words.say("Identity")
    case "subscriptions": words.say("Topics you are subscribed to")
    case "contentTemplate": words.say("Text of notifications")
    case "callbackProfile.fetchContent": words.say("Content source")
    case "callbackProfile.ackDelivery": words.say("Where receipts are sent")
    case "callbackProfile.reportError": words.say("Where errors are reported")
    case "callbackProfile.heartbeat": words.say("Where the heartbeat is sent")
    case "analytics": words.say("Where it is told what you do with messages")
    default: own(key)?.row?.title(words).replacing("_", with: "") ?? channel(key) ?? key
    }
  }

  private func channel(_ key: String) -> String? {
    let parts = key.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[0] == "channels" else { return nil }
    return environment.name(ofChannel: String(parts[1]))
  }

  private func own(_ key: String) -> OwnSetting? { environment.settings.first { $0.key == key } }

  private func value(_ value: JSONValue, of key: String) -> String {
    if let choice = own(key)?.row?.choices(words).first(where: { $0.value == value }) {
      return choice.text
    }
    switch (key, value) {
    case ("quietHours", .null): return flag(false)
    case ("timezone", .null): return words.say("as on this computer")
    case ("mode", .text("auto")): return words.say("Just before each hour")
    case ("mode", .text("online-first")): return words.say("Also earlier")
    case ("mode", .text("offline-first")): return words.say("Only for the following hour")
    case ("exactness", .text("exact")): return words.say("To the second")
    case ("exactness", .text("windowed")): return words.say("Within 10 min, saves power")
    case ("prefetchLeadMinutes", .integer(let minutes)), ("snoozeMinutes", .integer(let minutes)),
      ("lateGraceMinutes", .integer(let minutes)):
      return words.duration(.minutes(minutes))
    case ("ttlSeconds", .integer(let seconds)): return words.duration(.seconds(seconds))
    case ("retentionDays", .integer(let days)): return words.days(Int(days))
    case ("depth", .integer(let days)): return flag(days > 0)
    // What is not named is as at first.
    case (_, .null) where key.hasPrefix("channels."): return flag(true)
    default: return plain(value)
    }
  }

  private func flag(_ isOn: Bool) -> String {
    isOn ? words.term("setting", "on") : words.term("setting", "off")
  }

  private func plain(_ value: JSONValue) -> String {
    switch value {
    case .null: return words.term("setting", "none")
    case .bool(let isOn): return flag(isOn)
    case .text(let text): return "“\(beginning(of: text, 80))”"
    case .array(let elements): return elements.map(plain).joined(separator: ", ")
    case .integer, .number: return value.serialized
    case .object(let members):
      switch (members["from"], members["to"], members["title"], members["body"], members["url"]) {
      case (.text(let from)?, .text(let to)?, _, _, _):
        return "\(from)–\(to)\(days(members["weekdays"]))"
      case (_, _, .text(let title)?, .text(let body)?, _):
        return "“\(beginning(of: title, 60))” / “\(beginning(of: body, 60))”"
      case (_, _, _, _, .text(let url)?): return beginning(of: url, 100)
      default: return described(members)
      }
    }
  }

  /// The days of a range, unless it is on all of them: ` (Monday, Friday)`.
  private func days(_ value: JSONValue?) -> String {
    guard case .array(let days)? = value else { return "" }
    let names = days.compactMap { day -> String? in
      if case .integer(let number) = day { words.weekday(Int(number)) } else { nil }
    }
    return " (\(names.joined(separator: ", ")))"
  }

  /// A channel: `on, sound “bell”`; of anything else the members as they are.
  private func described(_ members: [String: JSONValue]) -> String {
    guard case .bool(let isOn)? = members["enabled"] else {
      return beginning(of: JSONValue.object(members).serialized, 100)
    }
    var parts = [flag(isOn)]
    switch members["sound"] {
    case .text(let sound)? where sound != "default":
      parts.append(words.say("sound {name}", ["name": sound]))
    case .null?: parts.append(words.say("without sound"))
    default: break
    }
    if members["popup"] == .bool(false) { parts.append(words.say("in the list only")) }
    switch members["at"] {
    case .text("now")?, nil: break
    case .text("slot")?: parts.append(words.say("with your next hour"))
    case .text(let hour)?:
      let time = WallTime(hour).map(words.clock) ?? hour
      parts.append(words.say("with your hour at {time}", ["time": time]))
    default: break
    }
    return parts.joined(separator: ", ")
  }
}
