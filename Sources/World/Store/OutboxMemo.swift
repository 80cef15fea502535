import CarillonEngine

/// The outbox, as long as there is little in it.
struct OutboxMemo {
  enum Known {
    case nothing, few([Posting]), many
  }

  private(set) var known = Known.nothing

  static let most = 64

  /// Remembers `oldest`, which holds one more than `most` if there are too many to remember.
  mutating func keep(_ oldest: [Posting]) {
    known = oldest.count > OutboxMemo.most ? .many : .few(oldest)
  }

  mutating func added(_ posting: Posting) {
    change { $0.append(posting) }
  }

  mutating func changed(_ posting: Posting) {
    change { postings in
      guard let index = postings.firstIndex(where: { $0.id == posting.id }) else { return }
      postings[index] = posting
    }
  }

  mutating func removed(_ id: Int64) {
    if case .many = known { known = .nothing }
    change { $0.removeAll { $0.id == id } }
  }

  private mutating func change(_ body: (inout [Posting]) -> Void) {
    guard case .few(var postings) = known else { return }
    known = .nothing
    body(&postings)
    keep(postings)
  }
}
