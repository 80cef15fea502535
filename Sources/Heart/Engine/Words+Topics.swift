import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen
package import CarillonText

extension Words {
  /// Why a text is no address of a topic.
  package func problem(_ problem: TopicAddress.Problem) -> String {
    switch problem {
    case .empty: say("Paste the address of a topic, such as ntfy.sh/mytopic.")
    case .noTopic: say("Add the topic after the server, such as ntfy.sh/mytopic.")
    case .severalTopics: say("Add each topic on its own.")
    case .password:
      say("An address must not contain a password. Enter it as the access token.")
    case .scheme: say("The address of a topic begins with https:// or ntfy://.")
    case .unreadable: say("This is not the address of a topic.")
    }
  }

  /// The reason of a refused subscription in words for people; nil if there are none.
  package func topicReason(_ reason: String) -> String? {
    switch reason {
    case "must have 1 to 64 letters, digits, - and _":
      say("A topic consists of letters, digits, - and _, at most 64.")
    case "must be an address such as https://ntfy.sh": say("This is not the address of a topic.")
    case "must be https, or http on this computer":
      say("Only this computer can be reached without encryption. Begin with https.")
    case "is longer than 255 bytes": say("This address is too long.")
    case "is there twice": say("You have already added this topic.")
    case "is empty": say("Enter a name.")
    case "must be a single line": say("This must be a single line.")
    case SecretOrigins.reason: say("This was entered for another address. Enter it again.")
    case "was removed; give the secret again": say("The token was removed. Enter it again.")
    case "must be at most \(TopicSubscription.most) topics":
      count(
        "At most {n} topic can be added.", "At most {n} topics can be added.",
        TopicSubscription.most)
    default: nil
    }
  }
}
