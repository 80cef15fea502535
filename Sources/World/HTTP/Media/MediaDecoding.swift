/// Decodes a few pictures at a time; the others wait. (B8)
///
/// So a burst of messages does not start a hundred processes, and one picture that takes long does
/// not keep the next one waiting.
final class MediaDecoding {
  static let mostAtOnce = 4
  /// The bytes that may wait; what comes beyond that is refused, so that a flood of pictures costs a
  /// bounded amount of memory.
  static let mostWaiting = 4 * SoupMediaStore.largestBody

  private let start: ([UInt8], _ done: @escaping ([UInt8]?) -> Void) -> Void
  private var running = 0
  private var waiting: [(bytes: Int, turn: () -> Void)] = []

  /// `start` must call `done` exactly once.
  init(_ start: @escaping ([UInt8], _ done: @escaping ([UInt8]?) -> Void) -> Void) {
    self.start = start
  }

  /// `done` is called once, with nil if too much is waiting, unless `isUnwanted` says so when it is the turn of this picture.
  func decode(
    _ body: [UInt8], unless isUnwanted: @escaping () -> Bool,
    done: @escaping ([UInt8]?) -> Void
  ) {
    guard running < MediaDecoding.mostAtOnce else {
      let bytes = waiting.reduce(body.count) { $0 + $1.bytes }
      guard bytes <= MediaDecoding.mostWaiting else { return done(nil) }
      return waiting.append(
        (body.count, { self.decode(body, unless: isUnwanted, done: done) }))
    }
    guard !isUnwanted() else { return next() }
    running += 1
    start(body) { decoded in
      self.running -= 1
      done(decoded)
      self.next()
    }
  }

  private func next() {
    if !waiting.isEmpty { waiting.removeFirst().turn() }
  }
}
