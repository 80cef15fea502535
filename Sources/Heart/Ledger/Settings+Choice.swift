extension Settings {
  /// What the user has chosen for the channel of `delivery`.
  ///
  /// A message may name another channel than its kind's, which must not bring back what the user has
  /// switched off: off or silent in either is off or silent. (D2, D11)
  package func choice(for delivery: Delivery) -> ChannelChoice {
    var choice = channel(delivery.channel)
    guard let usual = delivery.request?.usualChannel else { return choice }
    let other = channel(usual)
    choice.enabled = choice.enabled && other.enabled
    if other.sound == nil { choice.sound = nil }
    return choice
  }
}
