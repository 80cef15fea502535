import CarillonEngine
import CarillonSlots

/// The subscriptions of the running app, and how they are changed. (C4)
struct Topics {
  let list: [TopicSubscription]

  init(_ options: Options) throws(Failure) {
    let configuration = try options.ask(.configuration)
    do throws(Refusal) {
      list = try ConfigurationReport(document: configuration).settings.subscriptions
    } catch {
      throw .refused(
        say(
          "carillonctl {version} cannot read the settings of Carillon: {reason}",
          ["version": Release.version, "reason": error.message]))
    }
  }

  /// The one that a user means: by its address, or by its name if that is clear.
  func named(_ text: String) throws(Failure) -> TopicSubscription {
    var address: TopicAddress?
    // What is no address may be a name.
    do throws(TopicAddress.Problem) { address = try TopicAddress(typed: text) } catch {}
    if let address,
      let found = list.first(where: {
        $0.server == address.server.lowercased() && $0.topic == address.topic
      })
    {
      return found
    }
    let named = list.filter { $0.name == text }
    if named.count > 1 {
      let addresses = named.map(\.identity).joined(separator: ", ")
      throw .refused(
        say(
          "There are several topics called {name}: {addresses}. Name one by its address.",
          ["name": text, "addresses": addresses]))
    }
    guard let found = named.first else {
      throw .refused(
        say("There is no subscription to {topic}.", ["topic": Text.oneLine(text)]))
    }
    return found
  }

  /// The merge patch that makes these all the subscriptions.
  static func patch(_ subscriptions: [JSONValue]) -> String {
    JSONValue.object(["subscriptions": .array(subscriptions)]).serialized
  }
}
