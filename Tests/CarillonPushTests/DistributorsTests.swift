import CarillonFeatures
import Testing

@testable import CarillonPush

/// Which distributor is taken. (C3)
@Suite struct DistributorsTests {
  private let a = Distributors.namespace + ".a"
  private let b = Distributors.namespace + ".b"
  private let c = Distributors.namespace + ".c"

  @Test(
    "C3: a running distributor comes before one that must be started, then the alphabet decides")
  func order() {
    #expect(Distributors(running: [c, b], startable: [a]).choice(using: nil) == b)
    #expect(Distributors(running: [b, c], startable: [a, b]).choice(using: nil) == b)
    #expect(Distributors(startable: [c, b]).choice(using: nil) == b)
    #expect(Distributors().choice(using: nil) == nil)
  }

  @Test("C3: the distributor in use stays while it exists")
  func stays() {
    #expect(Distributors(running: [a], startable: [c]).choice(using: c) == c)
    #expect(Distributors(running: [a, c]).choice(using: c) == c)
    #expect(Distributors(running: [a], startable: [b]).choice(using: c) == a)
    #expect(Distributors().choice(using: c) == nil)
  }

  @Test(
    "C3: only names of distributors count",
    arguments: [
      "org.unifiedpush.Distributor.kde": true, "org.unifiedpush.Distributor.my-own_2.x": true,
      "org.unifiedpush.Distributor": false, "org.unifiedpush.Distributor.": false,
      "org.unifiedpush.Distributors.kde": false, "org.unifiedpush.Distributor.kde.": false,
      "org.unifiedpush.Distributor..kde": false, "org.unifiedpush.Distributor.2kde": false,
      "org.unifiedpush.Distributor.kdé": false, "org.unifiedpush.Distributor.k e": false,
      ":1.5": false, "": false, "org.unifiedpush.Distributor.kde\0": false,
      "org.unifiedpush.Distributor." + String(repeating: "k", count: 227): true,
      "org.unifiedpush.Distributor." + String(repeating: "k", count: 228): false,
    ])
  func names(name: String, isName: Bool) {
    #expect(Distributors.isName(name) == isName)
    #expect((DistributorSetting(name) == .named(name)) == isName)
    #expect(Distributors(running: [name], startable: [name]).contains(name) == isName)
  }

  @Test("C3: the setting is null, auto, or a name")
  func setting() {
    #expect(DistributorSetting(nil) == .off)
    #expect(DistributorSetting("auto") == .auto)
    #expect(DistributorSetting("kde") == nil)
  }
}
