import CarillonFeatures

/// The distributor that a life may be registered with, and those who send by it. (C2, C3)
struct PushService {
  struct Letter {
    let id: String
    /// For which keys it was sealed; nil for none that ever were.
    let keys: String?
  }

  /// What has not been acknowledged, oldest first.
  private(set) var letters: [Letter] = []
  /// How many of them are on their way.
  var handedOver = 0
  var isRegistered = false
  /// The keys that are in the keyring.
  var keys: Set<String> = []
  /// Former keys too: a sender may still use them.
  private var given: [String] = []
  private var lastNumber = 0

  private static let most = 60

  mutating func gave(_ keys: String) {
    self.keys.insert(keys)
    given.append(keys)
  }

  mutating func send(_ random: inout SplitMix) {
    guard letters.count < PushService.most else { return }
    lastNumber += 1
    let keys = given.isEmpty || random.once(in: 8) ? nil : random.pick(given.suffix(4))
    letters.append(Letter(id: "u\(lastNumber)", keys: keys))
  }

  /// The distributor forgets what was acknowledged.
  mutating func acknowledged(_ id: String) {
    guard let index = letters.firstIndex(where: { $0.id == id }) else { return }
    letters.remove(at: index)
    if index < handedOver { handedOver -= 1 }
  }
}

extension PushService.Letter {
  var parcel: Parcel {
    Parcel(
      .sealed(Array("\(keys ?? "nobody")|\(id)".utf8)), carrier: Carrier.unifiedPush, id: id)
  }
}
