import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen
package import CarillonText

extension Words {
  /// What a connection brought that no message, or only a part of one, could be made of.
  ///
  /// One sentence for each reason; codes that say the same to a user are counted together.
  package func drops(_ counts: [String: Int]) -> [String] {
    var sums: [Loss: Int] = [:]
    for (code, count) in counts where count > 0 { sums[Loss(code: code), default: 0] += count }
    return Loss.allCases.compactMap { loss in sums[loss].map { sentence(for: loss, $0) } }
  }

  /// What was lost, as far as a user can tell the difference.
  private enum Loss: CaseIterable {
    case unopened, unsealed, strange, long, buttons, links, pictures

    init(code: String) {
      self =
        switch code {
        case "unsealed": .unsealed
        case "refused", "malformed", "unknown-event": .strange
        case "too-long", "long-line": .long
        case "left-out-broadcast", "left-out-unknown_action", "left-out-address",
          "left-out-request":
          .buttons
        case "left-out-click": .links
        case _ where code.hasPrefix("left-out-"): .pictures
        default: .unopened
        }
    }
  }

  private func sentence(for loss: Loss, _ n: Int) -> String {
    switch loss {
    case .unopened:
      count("{n} message could not be opened.", "{n} messages could not be opened.", n)
    case .unsealed:
      count(
        "{n} message was not encrypted, and was not shown.",
        "{n} messages were not encrypted, and were not shown.", n)
    case .strange:
      count("{n} message could not be understood.", "{n} messages could not be understood.", n)
    case .long: count("{n} message was too long.", "{n} messages were too long.", n)
    case .buttons:
      count(
        "{n} button was left out: it does nothing on a desktop.",
        "{n} buttons were left out: they do nothing on a desktop.", n)
    case .links: count("{n} link was left out.", "{n} links were left out.", n)
    case .pictures:
      count(
        "{n} picture was left out: it is on another computer.",
        "{n} pictures were left out: they are on other computers.", n)
    }
  }
}
