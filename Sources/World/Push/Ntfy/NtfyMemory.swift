/// The ids of a connection's last messages: a server may send some again, and each is handed over once. (C4)
///
/// Each connection asks for a few that it has: see ``Mark/since``. Those that are forgotten here are known
/// to the engine, which would list each as a duplicate.
struct NtfyMemory {
  static let most = 1000

  private var ids: Set<String> = []
  private var order: [String] = []
  private var oldest = 0

  /// Whether the message is new; from now on it is not.
  mutating func isNews(_ event: NtfyEvent) -> Bool {
    guard let id = event.id else { return true }
    return note(id)
  }

  /// Notes a message; whether it was new.
  @discardableResult
  mutating func note(_ id: String) -> Bool {
    guard ids.insert(id).inserted else { return false }
    if order.count < Self.most {
      order.append(id)
    } else {
      ids.remove(order[oldest])
      order[oldest] = id
      oldest = (oldest + 1) % Self.most
    }
    return true
  }
}

extension NtfyEvent {
  fileprivate var id: String? {
    switch self {
    case .message(let message): message.id
    case .deleted(let tombstone), .cleared(let tombstone): tombstone.id
    case .open, .keepalive, .pollRequest, .unknown: nil
    }
  }
}
