import CarillonEngine
import CarillonSlots

/// Decides how long the explanation of notifications is on the page. (T22)
///
/// It is given once. Someone who has had notifications before sees it until the window is closed;
/// someone who has set the first hour sees it until that hour has rung.
struct ExplanationCard {
  /// The hour that was last saved here, which the card names.
  private(set) var saved: SlotID?
  private(set) var isShown = false
  private var ringsAt: Instant?
  private var wasTold = false

  /// The user saved this hour, or turned it on.
  mutating func saved(_ id: SlotID) {
    saved = id
    ringsAt = nil
  }

  /// The user has read it.
  mutating func close() {
    isShown = false
    wasTold = true
  }

  /// Follows the state; returns whether the engine must note that the user has seen the card.
  ///
  /// `isSeen`: the page is in front.
  mutating func follow(_ truth: SettingsModel.Truth, isSeen: Bool) -> Bool {
    if let ringsAt, truth.now >= ringsAt, isShown {
      close()
      return truth.state.explanation
    }
    if truth.state.explanation, !wasTold { isShown = true }
    if ringsAt == nil, let saved {
      ringsAt = truth.state.nextOccurrences.first { $0.slotId == saved.description }
        .flatMap { Instant(iso: $0.when) }
    }
    guard isShown, isSeen, truth.state.explanation, truth.state.lastDeliveryAt != nil, !wasTold
    else {
      return false
    }
    wasTold = true
    return true
  }
}
