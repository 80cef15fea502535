import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The buttons of a group: the first one of each of its two newest members, and one that lists all. (J24)
///
/// A batch says what its newest member says, and has its buttons. (J25)
struct GroupButtons {
  let groups: Groups

  private static let most = 2

  func buttons(of digest: Delivery) throws(StoreFailure) -> [NotifyCall.Button] {
    let members = try groups.standing(in: digest)
    if let newest = members.last, newest.request?.joining?.manner == .batch {
      return (newest.request?.actions ?? []).map { action in
        NotifyCall.Button(key: GroupButtons.key(of: action, newest), label: action.title)
      }
    }
    // What they are all about has a page of its own.
    guard members.last?.request?.joining?.page == nil else { return [] }
    let own = members.suffix(GroupButtons.most).compactMap { member in
      member.request?.actions.first.map { action in
        NotifyCall.Button(
          key: GroupButtons.key(of: action, member),
          label: member.request?.joining?.button ?? action.title)
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
    // A group that has a page has no buttons.
    guard let id = key.split(separator: ".").first.flatMap({ Int64($0) }),
      let member = try groups.member(id, of: digest), member.request?.joining?.page == nil
    else { return nil }
    let isBatch = member.request?.joining?.manner == .batch
    let offered = (member.request?.actions ?? []).prefix(isBatch ? .max : 1)
    return offered.first { GroupButtons.key(of: $0, member) == key }.map { (member, $0.id) }
  }

  private static func key(of action: Action, _ member: Delivery) -> String {
    "\(member.id).\(action.id)"
  }
}
