package import CarillonEngine

/// Messages that only say that there is something to fetch: those of the type `sync`, and silent ones that are
/// about nothing in particular. (D9)
package enum Syncs: MessageKind {
  package static let name = "sync"
  package static let channels: [Channel] = []

  package static func takes(_ message: Message) -> Bool {
    if message.type == "sync" || message.type.isEmpty && message["syncType"] != nil { return true }
    guard Maintenance.isSilent(message) else { return false }
    return message["syncType"] != nil || message.type == Notices.type
  }

  package static func tag(of message: Message) throws(Refusal) -> String { "\(name):all" }

  /// Lists that it does not name, or that do not exist, are all fetched: better once too often.
  package static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let named = message["syncType"].map { text in
      MaintenanceAccount.lists.filter { $0 == text.lowercased().replacing("-", with: "_") }
    }
    let lists = named.flatMap { $0.isEmpty ? nil : $0 }
    return .sync(SyncWish(account: MaintenanceAccount.name, lists: lists))
  }
}
