import CGio
import Glibc

/// The address of a computer: 4 bytes of IPv4, or 16 of IPv6.
struct NetworkAddress: Equatable {
  let bytes: [UInt8]

  /// Nil for a proxy, whose address says nothing about the computer behind it, and for what is no
  /// address of the internet protocol.
  init?(_ address: UnsafeMutablePointer<GSocketAddress>) {
    let object = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GTypeInstance.self)
    guard g_type_check_instance_is_a(object, g_proxy_address_get_type()) == 0,
      g_type_check_instance_is_a(object, g_inet_socket_address_get_type()) != 0,
      let inet = g_inet_socket_address_get_address(
        UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self))
    else { return nil }
    self.init(inet)
  }

  /// Nil if `text` is not a numeric address.
  init?(_ text: String) {
    guard let address = g_inet_address_new_from_string(text) else { return nil }
    defer { g_object_unref(address) }
    self.init(address)
  }

  private init(_ address: UnsafeMutablePointer<GInetAddress>) {
    bytes = Array(
      UnsafeBufferPointer(
        start: g_inet_address_to_bytes(address),
        count: Int(g_inet_address_get_native_size(address))))
  }

  /// Whether it is this computer, its network, a private network, or none at all.
  ///
  /// A network at home may have public addresses, too.
  var isNearby: Bool { isNearby(among: NetworkAddress.ownNetworks()) }

  func isNearby(among networks: [Prefix]) -> Bool {
    // An IPv4 address inside another is reached as itself.
    isSpecial || networks.contains { $0.holds(bytes) || embedded.map($0.holds) == true }
  }

  /// Whether this is not an address of the public internet. (IANA's special-purpose address registries)
  var isSpecial: Bool {
    if bytes.count == 4 { return NetworkAddress.nearby4.contains { $0.holds(bytes) } }
    if let inner = embedded { return NetworkAddress.nearby4.contains { $0.holds(inner) } }
    return NetworkAddress.nearby6.contains { $0.holds(bytes) }
  }

  /// The IPv4 address inside a mapped one, or one of NAT64 or 6to4.
  private var embedded: [UInt8]? {
    for (prefix, start) in NetworkAddress.embeddings where prefix.holds(bytes) {
      return Array(bytes[start..<start + 4])
    }
    return nil
  }

  /// The addresses that begin with the same bits.
  struct Prefix: Sendable {
    let bytes: [UInt8]
    let length: Int
    /// How long the addresses in it are; nil: whoever asks knows.
    let size: Int?

    init(_ bytes: [UInt8], _ length: Int, of size: Int? = nil) {
      self.bytes = bytes
      self.length = length
      self.size = size
    }

    func holds(_ address: [UInt8]) -> Bool {
      guard size == nil || size == address.count else { return false }
      return (0..<length).allSatisfy { bit in
        let own = bytes.indices.contains(bit / 8) ? bytes[bit / 8] : 0
        return (own ^ address[bit / 8]) & (0x80 >> (bit % 8)) == 0
      }
    }
  }

  /// The networks that this computer's interfaces are in, as they are now.
  static func ownNetworks() -> [Prefix] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var networks: [Prefix] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard let bytes = bytes(of: interface.ifa_addr) else { continue }
      let mask = self.bytes(of: interface.ifa_netmask) ?? []
      let length = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      // One that claims much of the internet says nothing about who is near.
      let isSmall = length >= (bytes.count == 4 ? 8 : 32)
      networks.append(Prefix(bytes, isSmall ? length : bytes.count * 8, of: bytes.count))
    }
    return networks
  }

  private static func bytes(of address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address else { return nil }
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let address = raw.load(as: sockaddr_in.self)
      return withUnsafeBytes(of: address.sin_addr) { Array($0) }
    case AF_INET6:
      let address = raw.load(as: sockaddr_in6.self)
      return withUnsafeBytes(of: address.sin6_addr) { Array($0) }
    default: return nil
    }
  }

  private static let nearby4 = [
    Prefix([0], 8), Prefix([10], 8), Prefix([100, 64], 10), Prefix([127], 8),
    Prefix([169, 254], 16), Prefix([172, 16], 12), Prefix([192, 0, 0], 24),
    Prefix([192, 168], 16), Prefix([198, 18], 15), Prefix([224], 3),
  ]

  private static let nearby6 = [
    // Loopback, none, and the long-gone addresses compatible with IPv4.
    Prefix([], 96),
    Prefix([0xFC], 7), Prefix([0xFE, 0x80], 10), Prefix([0xFE, 0xC0], 10), Prefix([0xFF], 8),
    // NAT64 with a prefix of the own network.
    Prefix([0x00, 0x64, 0xFF, 0x9B, 0, 1], 48),
  ]

  private static let embeddings = [
    (Prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96), 12),
    (Prefix([0x00, 0x64, 0xFF, 0x9B], 96), 12), (Prefix([0x20, 0x02], 16), 2),
  ]
}
