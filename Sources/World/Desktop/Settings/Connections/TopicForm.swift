import CarillonEngine
import CarillonSlots

/// What a user enters for a topic that is not subscribed to yet. (C4)
struct TopicForm: Hashable {
  /// As it was typed or pasted.
  var address = ""
  var name = ""
  /// What was typed; it leaves the process only as a secret.
  var token = ""
  /// The token that is stored for the same server, and used unless another is typed.
  var kept: SecretReference?
  /// Whether the user does not want the stored one.
  var isWithoutStored = false
  var isSealed = false
  var isUrgentAllowed = false
  var hasForeignPictures = false
  var at = Settings.ChannelChoice.At.now

  /// What a text is refused for, and at which field. (C4)
  struct Problem: Error, Hashable {
    enum Field: Hashable {
      case address, name, token
    }

    /// Nil if it is about no single field.
    let field: Field?
    let text: String
  }

  /// The address, if it is one; else why not.
  func parsed(_ words: Words) throws(Problem) -> TopicAddress {
    do throws(TopicAddress.Problem) {
      return try TopicAddress(typed: address)
    } catch {
      throw Problem(field: .address, text: words.problem(error))
    }
  }

  /// The address, if it is one already; what is still being typed need not be.
  var wholeAddress: TopicAddress? {
    do throws(TopicAddress.Problem) { return try TopicAddress(typed: address) } catch { return nil }
  }

  /// The document of `TryTopic`, and of an element of `subscriptions`.
  func document(_ words: Words) throws(Problem) -> JSONValue { document(of: try parsed(words)) }

  /// The document, if the address is one already.
  var wholeDocument: JSONValue? { wholeAddress.map { document(of: $0) } }

  private func document(of parsed: TopicAddress) -> JSONValue {
    var subscription = TopicSubscription(server: parsed.server, topic: parsed.topic)
    if !name.trimmingSpaces.isEmpty { subscription.name = name.trimmingSpaces }
    subscription.isSealed = isSealed
    subscription.isUrgentAllowed = isUrgentAllowed
    subscription.hasForeignPictures = hasForeignPictures
    subscription.at = at
    subscription.token = kept
    return subscription.document(givenToken: token)
  }
}

extension TopicSubscription {
  /// Its document, with another token if one is given.
  func document(givenToken token: String) -> JSONValue {
    guard !token.isEmpty, case .object(var members) = document else { return document }
    members["token"] = .object(["secret": .text(token)])
    return .object(members)
  }
}

extension [TopicSubscription] {
  /// The token that is stored for a server, for further topics of it.
  func token(for server: String) -> SecretReference? {
    first { $0.server == server && $0.token != nil }?.token
  }
}

nonisolated extension TopicForm.Problem {
  /// A refusal by the engine; the end of the path in its message names the field.
  init(_ refusal: Refusal, words: Words) {
    let message = refusal.message
    guard refusal.kind == .invalidArgument, let end = message.firstRange(of: ": ") else {
      self.init(field: nil, text: message)
      return
    }
    let reason = String(message[end.upperBound...])
    let path = message[..<end.lowerBound].split { ".[]".contains($0) }.map(String.init)
    let field: Field? =
      if path.contains("token") {
        .token
      } else if path.contains("server") || path.contains("topic") {
        .address
      } else if path.contains("name") {
        .name
      } else {
        nil
      }
    self.init(field: field, text: words.topicReason(reason) ?? message)
  }
}
