import CarillonEngine

/// The sources of the slots' content, and the newest content of each. (T4, T29)
///
/// A slot does not own what was fetched: slots with the same source share it.
final class Contents: Room {
  let ledger: Ledger
  private let list: SlotList
  private(set) var memory: Memory

  struct Memory: Sendable {
    /// What tells sources apart, as it was written out before.
    var sourceKeys: [FetchSpec: String] = [:]
  }

  init(_ ledger: Ledger, _ list: SlotList, _ memory: Memory) {
    self.ledger = ledger
    self.list = list
    self.memory = memory
  }

  /// The sources of the slots that are on, each once, in the order of the slots.
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

  /// What tells sources apart: what is asked of whom, and the identity it is fetched for. (T29)
  ///
  /// How long to wait for an answer is no part of it, nor is which secret is sent. The default pack is one
  /// source wherever it lies.
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

  /// More than anybody's slots have.
  private static let sourceKeysKept = 100

  /// The row of a source, which is made if there is none.
  func source(_ spec: FetchSpec?) throws(StoreFailure) -> Int64 { try rows.source(key(of: spec)) }

  /// The newest content of a source; nil if there is none, or none that will ever be read. (T28)
  func latest(of spec: FetchSpec?) throws(StoreFailure) -> Content? {
    guard let content = try rows.latestContent(of: source(spec)),
      content.readable != .lost
    else { return nil }
    return content
  }
}
