import CarillonDetail
import CarillonText
import CarillonTime

/// The event envelope of spec 003. (T23)
package struct ErrorEvent: Hashable, Codable, Sendable {
  package var code: EventCode
  package var slotId: String
  package var whenMs: Int64
  package var attempt: Int
  package var networkState: String
  package var tzOffset: Int
  package var appState: String
  package var timestamp: Int64

  package init(
    code: EventCode, slotId: String, whenMs: Int64, attempt: Int, networkState: String,
    tzOffset: Int, appState: String, timestamp: Int64
  ) {
    self.code = code
    self.slotId = slotId
    self.whenMs = whenMs
    self.attempt = attempt
    self.networkState = networkState
    self.tzOffset = tzOffset
    self.appState = appState
    self.timestamp = timestamp
  }
}
