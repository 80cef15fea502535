import CarillonEngine

/// What the user does on the connections page.
enum ConnectionsAction {
  case add
  /// Of the topic with this ``TopicSubscription/identity``.
  case change(String, TopicChange)
  case setOn(String, Bool)
  case test(String)
  case copyAddress(String)
  case remove(String)
  /// The form of a new topic.
  case new(NewTopic.Action)
  /// The distributor that is wanted. (C3)
  case distributor(JSONValue)
  case unlockKeyring
  /// Sends a test the whole way, by the name of a connection. (C7)
  case testWay(String)
  case closeTest
  /// Of a sender by the name that was typed. (C8)
  case pairNew(String)
  /// Of the sender of this name.
  case showPairing(String)
  case renew(String)
  case revoke(String)
}
