import CarillonEngine

/// One address on the way of a fetch: the first, or the target of a redirect. (T25)
///
/// The user's header fields, secrets among them, are for the configured origin only. Once a
/// redirect has left it, they are not sent again, not even back there. The ETag describes one
/// address: it is kept across permanent redirects (301, 308) to any origin. After a temporary
/// redirect, which may lead elsewhere next time, no ETag is sent or kept. A POST has none, because
/// `If-None-Match` would make the server refuse it, and its body is for the configured origin only: a
/// redirect that would carry it elsewhere is refused.
struct Hop: Equatable {
  private(set) var address: WebAddress
  private(set) var method: FetchSpec.Method
  private(set) var keepsFields = true
  private(set) var keepsETag: Bool
  private var count = 0

  /// The largest number of redirects to follow.
  static let most = 5

  init(first address: WebAddress, method: FetchSpec.Method) {
    self.address = address
    self.method = method
    keepsETag = method == .get
  }

  /// The target of an answer with this status; throws `.redirected` if it must not be followed.
  func next(status: Int, location: String?) throws(FetchFailure) -> Hop {
    guard count < Hop.most else { throw refused(status, "more than \(Hop.most)") }
    guard let location, let url = address.resolve(location) else {
      throw refused(status, "location")
    }
    var next = self
    next.count += 1
    next.address = try nextAddress(url, status)
    next.keepsFields = keepsFields && next.address.origin == address.origin
    next.keepsETag = keepsETag && (status == 301 || status == 308)
    if status <= 303 { next.method = .get }
    guard next.method == .get || next.keepsFields else {
      throw refused(status, "POST to another origin")
    }
    return next
  }

  private func nextAddress(_ url: String, _ status: Int) throws(FetchFailure) -> WebAddress {
    let next: FetchAddress
    do throws(FetchFailure) {
      next = try FetchAddress(url)
    } catch {
      throw refused(status, error.detail)
    }
    guard case .web(let web) = next else { throw refused(status, "file") }
    // No downgrade to plain HTTP, and no redirect from outside to this machine.
    guard web.isSecure || !address.isSecure else { throw refused(status, "https to http") }
    guard address.isLoopback || !web.isLoopback else { throw refused(status, "to this machine") }
    return web
  }

  private func refused(_ status: Int, _ reason: String) -> FetchFailure {
    FetchFailure(.redirected, "\(status): \(reason)")
  }
}
