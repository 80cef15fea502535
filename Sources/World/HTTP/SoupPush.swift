package import CarillonEngine
import CarillonGLib

/// Posts sealed messages to push services with libsoup, on the main loop and without a thread. (C7, C8)
///
/// Redirects are not followed, and the body of the answer is not read.
package final class SoupPush {
  private let sessions: WebSessions

  package init(version: String) {
    sessions = WebSessions(version: version)
  }

  /// How much a message may cost a device that saves power. (RFC 8030)
  package enum Urgency: String, CaseIterable, Sendable {
    case low, normal, high
  }

  /// Posts `message`, which the server keeps for `timeToLive` at most.
  ///
  /// `done` is called once, with the status of the answer, within `timeout`.
  package func post(
    _ message: [UInt8], to url: String, authorization: String? = nil, timeToLive: Span,
    urgency: Urgency = .high, timeout: Span,
    done: @escaping (Result<Int, FetchFailure>) -> Void
  ) {
    sessions.entered()
    let attempt = Attempt(timeout: timeout, failed: Result<Int, FetchFailure>.failure) { result in
      done(result)
      self.sessions.left()
    }
    do throws(FetchFailure) {
      guard case .web(let address) = try FetchAddress(url) else {
        throw FetchFailure(.forbidden, "scheme")
      }
      var fields = RequestFields()
      try fields.set("Content-Type", "application/octet-stream")
      try fields.set("Content-Encoding", "aes128gcm")
      try fields.set("TTL", String(timeToLive.milliseconds / 1000))
      try fields.set("Urgency", urgency.rawValue)
      if let authorization { try fields.set("Authorization", authorization) }
      let request = HTTPRequest(
        method: "POST", address: address, fields: fields, body: .bytes(message))
      request.send(over: sessions, until: attempt.cancellable) { answer in
        switch answer {
        case .success(let answer): attempt.end(.success(answer.status))
        case .failure(let failure): attempt.fail(failure)
        }
      }
    } catch {
      attempt.fail(error)
    }
  }
}
