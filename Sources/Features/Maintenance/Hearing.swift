import CarillonEngine

/// What is known of an alarm or a work order from the messages about it.
protocol HeardOf {
  /// The instant of the newest message taken in, by the service's clock if it says so.
  var saidAt: Instant { get set }
  /// Whether its newest news is known only from a list or a silent message; nil means false. (D9)
  var isUnheard: Bool? { get set }
}

extension Alarm: HeardOf {}
extension WorkOrder: HeardOf {}

/// How a message stands to what is known of its subject already. (D2, D9)
struct Hearing {
  /// When what the message says was so; never ahead of the clock here.
  let saidAt: Instant
  /// Whether it is older than what is known, which says more.
  let isOvertaken: Bool
  /// Whether the user is to hear of its subject for the first time, although more is known already.
  ///
  /// A list, or a silent message, may be faster than the message that raises an alarm.
  let isFirst: Bool
  /// Whether it says that it is not to be shown.
  let isSilent: Bool
  /// Whether the user has not heard of its news, because nothing shows it.
  private let isUnheard: Bool

  /// `isOpen`: whether its subject was open before the message, and is after it.
  init(_ message: Message, after known: (any HeardOf)?, isOpen: Bool, _ context: KindContext) {
    // A service whose clock is ahead must not make all that follows look late.
    saidAt = min(message.statedAt ?? message.sentAt ?? context.now, context.now)
    isSilent = Maintenance.isSilent(message)
    isUnheard = isSilent || context.isListed
    isFirst = isOpen && known?.isUnheard == true && !isUnheard
    // After the clock has gone back, nothing is newer.
    isOvertaken = known.map { [saidAt] in saidAt < min($0.saidAt, context.now) } ?? false
  }

  /// Whether the message changes nothing, whatever it says.
  var isInVain: Bool { isOvertaken && !isFirst }

  /// Notes whether the user hears of the news.
  func note(isNews: Bool, in known: inout some HeardOf) {
    if isNews { known.isUnheard = isUnheard ? true : nil }
  }

  /// What came while the clock was ahead must not make all that follows look late. (T16)
  func boundTime(of known: inout some HeardOf, _ context: KindContext) {
    known.saidAt = min(known.saidAt, context.now)
  }
}
