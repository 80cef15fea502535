import CarillonDetail
import CarillonText
import CarillonTime

/// What an event of ``ErrorEvent`` reports; stored and sent as the raw value. (T23)
///
/// Each case has its sentence in `Wording+Events.swift`.
package enum EventCode: Hashable, Sendable {
  case fetch(FetchFailure.Code)
  /// A picture could not be loaded. (B8)
  case media(FetchFailure.Code)
  /// Recorded for each 304, and no error: it is expected. (T4)
  case notModified
  /// Nothing on the desktop shows notifications. (T21)
  case scheduleDenied
  case permissionDenied
  case exactAlarmMissing
  case notifyRefused
  case templateMissingToken
  case callbackRefused
  case callbackGivenUp
  case commandFailed
  case linkRefused
  /// A message was refused because of this field; nil where events are only counted.
  case messageRefused(String?)
  /// The stored setting with this key could not be read; nil where events are only counted.
  case settingUnreadable(String?)
  case autostartFailed
  case storageBusy
  case internalError
  /// A code that this version does not have; only for reading what is stored.
  case unknown(String)

  /// Every case once, with every failure; without ``unknown(_:)`` and the names of fields.
  package static let all: [EventCode] =
    [
      .notModified, .scheduleDenied, .permissionDenied, .exactAlarmMissing, .notifyRefused,
      .templateMissingToken, .callbackRefused, .callbackGivenUp, .commandFailed, .linkRefused,
      .messageRefused(nil), .settingUnreadable(nil), .autostartFailed, .storageBusy,
      .internalError,
    ] + FetchFailure.Code.allCases.map(EventCode.fetch)
    + FetchFailure.Code.allCases.map(EventCode.media)

  private static let byText = Dictionary(
    uniqueKeysWithValues: all.map { ($0.rawValue, $0) })

  package var isError: Bool { self != .notModified }

  /// Whether something of Carillon's own work failed, and not only what others sent to it.
  package var isOfOperation: Bool {
    switch self {
    case .messageRefused, .linkRefused: false
    default: isError
    }
  }

  /// Whether it is about callbacks themselves, so that no callback reports it. (T24)
  package var isOfCallbacks: Bool { self == .callbackRefused || self == .callbackGivenUp }

  /// The same without the name of a field, for counting.
  package var kind: EventCode {
    switch self {
    case .messageRefused: .messageRefused(nil)
    case .settingUnreadable: .settingUnreadable(nil)
    default: self
    }
  }
}

extension EventCode {
  package init(rawValue: String) {
    if let code = EventCode.byText[rawValue] {
      self = code
      return
    }
    let parts = rawValue.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.count == 2 ? EventCode.byText[String(parts[0])] : nil, parts.last) {
    case (.messageRefused, let field?): self = .messageRefused(String(field))
    case (.settingUnreadable, let key?): self = .settingUnreadable(String(key))
    default: self = .unknown(rawValue)
    }
  }

  package var rawValue: String {
    switch self {
    case .fetch(let code): code.rawValue
    case .media(let code): "MEDIA_" + code.rawValue.drop { $0 != "_" }.dropFirst()
    case .notModified: "ETAG_NOT_MODIFIED"
    case .scheduleDenied: "SCHEDULE_DENIED"
    case .permissionDenied: "PERMISSION_DENIED"
    case .exactAlarmMissing: "EXACT_ALARM_MISSING"
    case .notifyRefused: "NOTIFY_REFUSED"
    case .templateMissingToken: "TEMPLATE_MISSING_TOKEN"
    case .callbackRefused: "CALLBACK_REFUSED"
    case .callbackGivenUp: "CALLBACK_GIVEN_UP"
    case .commandFailed: "COMMAND_FAILED"
    case .linkRefused: "LINK_REFUSED"
    case .messageRefused(let field): EventCode.joined("MESSAGE_REFUSED", field)
    case .settingUnreadable(let key): EventCode.joined("SETTING_UNREADABLE", key)
    case .autostartFailed: "AUTOSTART_FAILED"
    case .storageBusy: "STORAGE_BUSY"
    case .internalError: "INTERNAL_ERROR"
    case .unknown(let code): code
    }
  }

  private static func joined(_ code: String, _ field: String?) -> String {
    field.map { "\(code) \($0)" } ?? code
  }
}

extension EventCode: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
