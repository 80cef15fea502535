import Testing

@testable import CarillonHTTP

/// Which addresses are this computer's or its network's. (B8)
@Suite struct NetworkAddressTests {
  @Test(
    "B8: this computer, its network and addresses for special purposes are nearby",
    arguments: [
      "127.0.0.1", "127.255.0.9", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1",
      "100.127.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
      "192.168.1.1", "198.18.0.1", "198.19.255.255", "224.0.0.251", "239.1.1.1", "240.0.0.1",
      "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
      "64:ff9b::192.168.0.1", "64:ff9b:1::8.8.8.8", "2002:a00:1::", "2002:7f00:1::1", "fc00::1",
      "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
    ])
  func nearby(_ text: String) throws {
    #expect(try #require(NetworkAddress(text)).isNearby)
  }

  @Test(
    "B8: public addresses are not",
    arguments: [
      "1.1.1.1", "8.8.8.8", "11.0.0.1", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
      "192.0.1.1", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
      "223.255.255.255", "2001:4860:4860::8888", "2606:4700::1111", "::ffff:8.8.8.8",
      "64:ff9b::8.8.8.8", "2002:808:808::", "fbff::1",
    ])
  func remote(_ text: String) throws {
    #expect(try !#require(NetworkAddress(text)).isSpecial)
  }

  @Test("B8: a network of this computer's is nearby, also with public addresses")
  func own() throws {
    let networks: [NetworkAddress.Prefix] = [
      .init([198, 51, 100, 5], 24, of: 4),
      .init([0x20, 0x01, 0x0d, 0xb8] + Array(repeating: 1, count: 12), 64, of: 16),
    ]
    for (text, isNear) in [
      ("198.51.100.5", true), ("198.51.100.77", true), ("198.51.101.5", false),
      ("2001:db8:101:101::9", true), ("2001:db8:101:102::9", false), ("2001:4860::1", false),
      // One inside another is reached as itself.
      ("::ffff:198.51.100.5", true), ("64:ff9b::198.51.100.77", true),
      ("2002:c633:6405::", true), ("::ffff:198.51.101.5", false),
    ] {
      #expect(try #require(NetworkAddress(text)).isNearby(among: networks) == isNear)
    }
    #expect(
      try #require(NetworkAddress("127.0.0.1")).isNearby(among: []),
      "what is special is near in any network")
    #expect(NetworkAddress.ownNetworks().contains { $0.holds([127, 0, 0, 1]) })
  }

  @Test(
    "B8: what is no address is none", arguments: ["", "example.org", "1.2.3", "127.1", "::1%lo"])
  func none(_ text: String) {
    #expect(NetworkAddress(text)?.bytes.isEmpty ?? true)
  }
}
