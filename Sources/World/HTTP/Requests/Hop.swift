import CarillonEngine

/// One of the addresses that a fetch goes to, the first or one that a redirect leads to. (T25)
///
/// The user's header fields, secrets among them, are for the origin that was configured: once a
/// redirect has left it they are not sent again, not even back there. The ETag stands for what one
/// address holds: it goes along where a redirect says for good that the other is the same thing
/// (301, 308), of whatever origin; a temporary one may lead elsewhere next time, so behind it no
/// ETag is sent or kept. A POST has none: what `If-None-Match` means there is to refuse it.
struct Hop: Equatable {
  private(set) var address: WebAddress
  private(set) var method: FetchSpec.Method
  private(set) var keepsFields = true
  private(set) var keepsETag: Bool
  private var count = 0

  /// More redirects than this lead nowhere.
  static let most = 5

  init(first address: WebAddress, method: FetchSpec.Method) {
    self.address = address
    self.method = method
    keepsETag = method == .get
  }

  /// Where an answer with this status leads; throws `.redirected` if it may not be followed.
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
    // What came safely is not asked for in the clear, and nobody outside sends us to this machine.
    guard web.isSecure || !address.isSecure else { throw refused(status, "https to http") }
    guard address.isLoopback || !web.isLoopback else { throw refused(status, "to this machine") }
    return web
  }

  private func refused(_ status: Int, _ reason: String) -> FetchFailure {
    FetchFailure(.redirected, "\(status): \(reason)")
  }
}
