import CarillonEngine

/// The sources that slots fetch from, and the newest content of each. (T4, T29)
///
/// Content belongs to its source: slots with the same source share it.
final class Contents: Room {
  let ledger: Ledger
  private let list: SlotList
  private(set) var memory: Memory

  struct Memory: Sendable {
    /// The keys of sources, as serialized before.
    var sourceKeys: [FetchSpec: String] = [:]
  }

  init(_ ledger: Ledger, _ list: SlotList, _ memory: Memory) {
    self.ledger = ledger
    self.list = list
    self.memory = memory
  }

  /// The sources of the enabled slots, each once, in the order of the slots.
  func inUse() throws(StoreFailure) -> [FetchSpec?] {
    let settings = try settings
    var seen: Set<String> = []
    var sources: [FetchSpec?] = []
    for slot in try list.slots where slot.enabled {
      let spec = settings.source(of: slot)
      if try seen.insert(key(of: spec)).inserted { sources.append(spec) }
    }
    return sources
  }

  /// The key of a source: its request, and the identity that it is fetched for. (T29)
  ///
  /// Neither the timeout nor the choice of a secret is part of it. The default pack is one source wherever
  /// it is installed.
  func key(of spec: FetchSpec?) throws(StoreFailure) -> String {
    let source = spec.map { written(source: $0) } ?? "default-pack"
    guard let did = try settings.did else { return source }
    return "\(source) \(did)"
  }

  private func written(source spec: FetchSpec) -> String {
    if let known = memory.sourceKeys[spec] { return known }
    let text = serialize(spec.source)
    if memory.sourceKeys.count >= Contents.sourceKeysKept { memory.sourceKeys = [:] }
    memory.sourceKeys[spec] = text
    return text
  }

  /// More sources than anybody has.
  private static let sourceKeysKept = 100

  /// The id of a source's row, which is created if necessary.
  func source(_ spec: FetchSpec?) throws(StoreFailure) -> Int64 { try rows.source(key(of: spec)) }

  /// The newest content of a source; nil if there is none, or if it can never be read again. (T28)
  func latest(of spec: FetchSpec?) throws(StoreFailure) -> Content? {
    guard let content = try rows.latestContent(of: source(spec)),
      content.readable != .lost
    else { return nil }
    return content
  }
}
