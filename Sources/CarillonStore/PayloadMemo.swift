import CarillonCore

/// Payloads that were decoded before, by the id of their content.
///
/// A pack takes longer to decode than a whole event takes otherwise. A committed payload never
/// changes and its id never returns, so what a transaction decoded holds unless it was rolled
/// back.
final class PayloadMemo {
  private var payloads: [Int64: Payload] = [:]

  /// More than the sources that anybody has.
  private static let capacity = 16

  func payload(of content: Int64) -> Payload? { payloads[content] }

  func keep(_ payload: Payload, of content: Int64) {
    if payloads.count >= PayloadMemo.capacity { payloads = [:] }
    payloads[content] = payload
  }

  func forget() {
    payloads = [:]
  }
}
