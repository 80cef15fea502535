import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The buttons of a group: the first one of each of its two newest members, and one that lists all. (J24)
struct GroupButtons {
  let groups: Groups

  private static let most = 2

  func buttons(of digest: Delivery) throws(StoreFailure) -> [NotifyCall.Button] {
    let members = try groups.standing(in: digest)
    // What they are all about has a page of its own.
    guard members.last?.request?.joining?.page == nil else { return [] }
    let own = members.suffix(GroupButtons.most).compactMap { member in
      member.request?.actions.first.map { action in
        NotifyCall.Button(
          key: "\(member.id).\(action.id)", label: member.request?.joining?.button ?? action.title)
      }
    }
    guard !own.isEmpty else { return [] }
    let words = groups.ledger.environment.words
    return own + [NotifyCall.Button(key: GroupButtons.showAll, label: words.say("Show All"))]
  }

  /// Does what a click on the notification does, which not everybody knows of.
  static let showAll = "show-all"

  /// Whose button `key` is, and which; nil if the group has no such button.
  ///
  /// A server may show what was replaced since, so one counts that has left the group.
  func owner(of key: String, in digest: Delivery) throws(StoreFailure) -> (Delivery, key: String)? {
    for member in try groups.members(of: digest) {
      guard let action = member.request?.actions.first, key == "\(member.id).\(action.id)" else {
        continue
      }
      return (member, action.id)
    }
    return nil
  }
}
