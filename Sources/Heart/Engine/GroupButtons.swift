import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The buttons of a group: the first one of each of its two newest members, and one that lists all. (J24)
struct GroupButtons {
  let ledger: Ledger

  private static let most = 2

  func buttons(of digest: Delivery) throws(StoreFailure) -> [NotifyCall.Button] {
    let own = try members(of: digest).compactMap { member in
      member.request?.actions.first.map { action in
        NotifyCall.Button(
          key: "\(member.id).\(action.id)", label: member.request?.joining?.button ?? action.title)
      }
    }
    guard !own.isEmpty else { return [] }
    return own + [
      NotifyCall.Button(
        key: GroupButtons.showAll, label: ledger.environment.words.say("Show All"))
    ]
  }

  /// Does what a click on the notification does, which not everybody knows of.
  static let showAll = "show-all"

  /// Whose button `key` is, and which; nil if the group has no such button.
  func owner(of key: String, in digest: Delivery) throws(StoreFailure) -> (Delivery, key: String)? {
    for member in try members(of: digest) {
      guard let action = member.request?.actions.first, key == "\(member.id).\(action.id)" else {
        continue
      }
      return (member, action.id)
    }
    return nil
  }

  private func members(of digest: Delivery) throws(StoreFailure) -> [Delivery] {
    // A digest of what was held is none, and may stand for thousands.
    let own = try ledger.rows.members(of: digest.id, after: nil, limit: 1)
    guard own.first?.reason == .mergedGroup else { return [] }
    let all = try ledger.members(of: digest).sorted { $0.id < $1.id }
    guard all.last?.reason == .mergedGroup, all.last?.request?.joining?.page == nil else {
      return []
    }
    return all.suffix(GroupButtons.most)
  }
}
