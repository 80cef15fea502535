import CarillonDetail
import CarillonText
import CarillonTime

/// Why a delivery has its status; stored as the raw value.
///
/// The raw values are in databases, in documents on the bus, and in exports: they never change. Each
/// case has its sentence in `Wording+Reasons.swift`.
package enum Reason: Hashable, Sendable {
  // Checks that stop a delivery.

  /// The user skipped it.
  case user
  case noContent
  /// The content is older than its time to live. (T5)
  case ttl
  case channelOff
  case otherIdentity
  /// A copy of an earlier message. (§5)
  case duplicate
  case expired
  /// Its subject has already moved on. (B11)
  case earlierStage
  /// News within a stage, while the subject has no notification on the screen. (B11)
  case quiet
  /// News within a stage, on a desktop where a replacement loses the buttons.
  case keepsButtons
  case dismissed
  /// A message that only updates windows, or nothing at all. (D9)
  case silent
  /// The user has answered it on another device. (J28)
  case elsewhere
  /// Its sender has taken it back. (C4)
  case takenBack
  /// There was nothing left to do about its subject. (D6)
  case settled
  /// The user had put its subject off. (D14)
  case snoozed

  // Delays.

  case held(HoldCause)
  /// It came too late because of this.
  case late(LateCause)
  /// It waited for this, perhaps until it was too late.
  case waited(Waiting)
  /// Something that the user asked for, or a second attempt, came too late.
  case tooLate

  // Other deliveries.

  /// A newer notification has its place.
  case newer
  /// It became part of a digest because it was late.
  case mergedLate
  /// It became part of a digest after a hold.
  case mergedReleased
  /// It is one of several about the same, in one notification that lists them. (J24)
  case mergedGroup
  /// It is one of several updates, in one notification with the newest. (J25)
  case mergedBatch
  /// A message about its subject tells of it. (J5)
  case asMessage
  /// Its digest was not shown after all. (T18)
  case takenApart

  // Its item and its date. The raw values say “slot” for the items of any plan source.

  case itemRemoved
  case itemOff
  case weekdayOff
  case noSuchDate
  case notNext
  /// Zone, clock, or plan has put it ahead again.
  case aheadAgain
  /// The user took a skip back.
  case unskipped

  // What became of it on the desktop.

  /// Shown in the window, in place of a popup. (T21, D3)
  case banner
  /// The window in which it was shown lost the focus before it was answered. (D3)
  case focusLost
  case snoozeEnded
  /// The server left without an answer.
  case serverLeft
  case noAnswer
  case refused
  /// The process ended in the middle. (T32)
  case restarted

  /// A reason that only its plan source knows and words: ``PlanSource/sentence(for:_:)``.
  ///
  /// Text that no case has is read as this too, so that a row stays readable after its feature was
  /// removed, or after an older Carillon opens a newer one's database. The code must not be a raw
  /// value of another case: it would be read as that case.
  case own(String)

  /// Every case once, with every payload; without ``own(_:)``.
  package static let all: [Reason] =
    [
      .user, .noContent, .ttl, .channelOff, .otherIdentity, .duplicate, .expired, .earlierStage,
      .quiet, .keepsButtons, .dismissed, .silent, .elsewhere, .takenBack, .settled, .snoozed,
      .tooLate, .newer, .mergedLate, .mergedReleased, .mergedGroup, .mergedBatch, .asMessage,
      .takenApart,
      .itemRemoved, .itemOff, .weekdayOff,
      .noSuchDate, .notNext, .aheadAgain,
      .unskipped, .banner, .focusLost, .snoozeEnded, .serverLeft, .noAnswer, .refused, .restarted,
    ] + HoldCause.allCases.map(Reason.held) + LateCause.allCases.map(Reason.late)
    + Waiting.allCases.map(Reason.waited)

  private static let byText = Dictionary(
    uniqueKeysWithValues: all.map { ($0.rawValue, $0) })
}

extension Reason: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Reason {
  package init(rawValue: String) { self = Reason.byText[rawValue] ?? .own(rawValue) }

  package var rawValue: String {
    switch self {
    case .user: "user"
    case .noContent: "no-content"
    case .ttl: "ttl"
    case .channelOff: "channel-off"
    case .otherIdentity: "other-did"
    case .duplicate: "duplicate"
    case .expired: "expired"
    case .earlierStage: "earlier-stage"
    case .quiet: "quiet"
    case .keepsButtons: "keeps-buttons"
    case .dismissed: "dismissed"
    case .silent: "silent"
    case .held(let cause): cause.rawValue
    case .late(let cause): cause.rawValue
    case .waited(let waiting): waiting.rawValue
    case .tooLate: "too-late"
    case .newer: "newer"
    case .elsewhere: "elsewhere"
    case .takenBack: "taken-back"
    case .settled: "settled"
    case .snoozed: "snoozed"
    case .mergedLate: "late"
    case .mergedReleased: "released"
    case .mergedGroup: "group"
    case .mergedBatch: "batch"
    case .asMessage: "as-message"
    case .takenApart: "taken-apart"
    case .itemRemoved: "slot-removed"
    case .itemOff: "slot-off"
    case .weekdayOff: "weekday-off"
    case .noSuchDate: "no-such-date"
    case .notNext: "not-next"
    case .aheadAgain: "ahead-again"
    case .unskipped: "unskipped"
    case .banner: "banner"
    case .focusLost: "focus-lost"
    case .snoozeEnded: "snooze-ended"
    case .serverLeft: "server-left"
    case .noAnswer: "no-answer"
    case .refused: "refused"
    case .restarted: "restarted"
    case .own(let code): code
    }
  }
}
