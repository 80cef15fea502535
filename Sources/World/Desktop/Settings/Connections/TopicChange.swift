import CarillonEngine

/// A change of what a user wants of a topic. (C4, C5)
enum TopicChange: Hashable {
  case name(String)
  case token(String)
  case removeToken
  case at(JSONValue)
  case sealed(Bool)
  case urgent(Bool)
  case pictures(Bool)
  /// A computer that buttons may not send to any more.
  case removeHost(String)

  func apply(to form: inout TopicForm) {
    switch self {
    case .name(let name): form.name = name
    case .token(let token): form.token = token
    case .removeToken: (form.token, form.kept, form.isWithoutStored) = ("", nil, true)
    case .at(let at): form.at = Settings.ChannelChoice.At(chosen: at)
    case .sealed(let isSealed): form.isSealed = isSealed
    case .urgent(let isUrgent): form.isUrgentAllowed = isUrgent
    case .pictures(let areForeign): form.hasForeignPictures = areForeign
    case .removeHost: break
    }
  }
}

extension TopicSubscription {
  /// Applies what is the subscription's own; its token and its channel are not.
  mutating func apply(_ change: TopicChange) {
    switch change {
    case .name(let name): self.name = name
    case .sealed(let isSealed): self.isSealed = isSealed
    case .urgent(let isUrgent): isUrgentAllowed = isUrgent
    case .pictures(let areForeign): hasForeignPictures = areForeign
    case .removeHost(let host): hosts.removeAll { $0 == host }
    case .token, .removeToken, .at: break
    }
  }
}

extension Settings.ChannelChoice.At {
  /// A choice of ``OptionsModel/At``.
  init(chosen value: JSONValue) {
    switch value {
    case .text("slot"): self = .slot
    case .text("now"): self = .now
    case .text(let item): self = .item(item)
    default: self = .now
    }
  }
}
