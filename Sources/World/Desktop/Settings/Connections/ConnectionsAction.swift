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
}
