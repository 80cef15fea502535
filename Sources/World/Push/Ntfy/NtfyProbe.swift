import CarillonEngine
import CarillonGLib
import CarillonHTTP

/// Asks a server once whether a topic can be read, in the two ways in which it will be read. (C4)
///
/// First for what the server has kept, then for its stream, until that begins: a server that answers the
/// one may hold back the other. It ends exactly once, at the latest after ``TopicProbe/patience``.
@MainActor final class NtfyProbe {
  private let server: NtfyServer
  private let http: HTTPStream
  private var ended: ((TopicProbe) -> Void)?
  private var deadline: Source?
  private var lines = NtfyLines()
  private var kept = TopicProbe.Kept()
  private var hasAnswered = false
  private var step = Step.kept

  private enum Step { case kept, stream }

  /// `ended` is called later, never before this has returned.
  init(
    _ server: NtfyServer, version: String, secrets: any Secrets,
    ended: @escaping (TopicProbe) -> Void
  ) {
    self.server = server
    self.ended = ended
    http = HTTPStream(version: version)
    deadline = MainLoop.after(TopicProbe.patience) { [weak self] in self?.giveUp() }
    MainLoop.soon { [weak self] in self?.begin(secrets) }
  }

  isolated deinit {
    deadline?.cancel()
    http.close()
  }

  private func begin(_ secrets: any Secrets) {
    guard let token = server.token else { return ask(nil) }
    secrets.value(of: token) { [weak self] value in
      guard let self, ended != nil else { return }
      guard let value else { return end(.failed(FetchFailure(.secret))) }
      ask(Authorization.value(of: value))
    }
  }

  private func ask(_ authorization: String?) {
    let request = NtfyConnection.Request(
      kind: step == .kept ? .backlog : .stream, since: step == .kept ? "all" : "none")
    lines = NtfyLines()
    http.get(server.address(of: request), authorization: authorization) { [weak self] part in
      self?.receive(part, authorization)
    }
  }

  private func receive(_ part: HTTPStream.Part, _ authorization: String?) {
    switch part {
    case .answered(200, _): hasAnswered = true
    case .answered(let status, _): end(NtfyProbe.isForeign(status) ? .foreign : .status(status))
    case .bytes(let bytes): read(bytes, authorization)
    case .ended where step == .kept: goOn(authorization)
    case .ended: end(.foreign)
    case .failed(let failure): end(.failed(failure))
    }
  }

  /// What other servers answer at the address of a topic.
  private static func isForeign(_ status: Int) -> Bool { [404, 405, 406, 501].contains(status) }

  private func goOn(_ authorization: String?) {
    step = .stream
    hasAnswered = false
    // Not in the middle of the request that has just ended.
    MainLoop.soon { [weak self] in
      if self?.ended != nil { self?.ask(authorization) }
    }
  }

  private func read(_ bytes: [UInt8], _ authorization: String?) {
    let skipped = lines.skipped
    for line in lines.take(bytes) {
      let event: NtfyEvent
      do throws(Refusal) {
        event = try NtfyEvent(line: line)
      } catch {
        return end(.foreign)
      }
      if step == .stream { return end(.readable(kept)) }
      guard case .message(let message) = event, kept.count < TopicProbe.Kept.most else { continue }
      kept.count += 1
      kept.lastAt = max(kept.lastAt ?? message.time, message.time)
    }
    // No message is as long, but a web page may be.
    if lines.skipped > skipped { return end(.foreign) }
    if kept.count >= TopicProbe.Kept.most {
      http.close()
      return goOn(authorization)
    }
    http.readOn()
  }

  private func giveUp() {
    end(step == .stream && hasAnswered ? .heldBack : .failed(FetchFailure(.timeout)))
  }

  private func end(_ probe: TopicProbe) {
    guard let ended else { return }
    self.ended = nil
    deadline?.cancel()
    deadline = nil
    http.close()
    ended(probe)
  }
}
