import Foundation

extension Decision {
  /// Notes whom a request that is let out now goes to; a file is nobody. (T29)
  func contact(_ spec: FetchSpec, for purpose: StorageReport.Purpose) throws(StoreFailure) {
    guard let parts = URLComponents(string: spec.url), parts.scheme?.lowercased() != "file",
      let host = parts.host?.filter({ $0 != "[" && $0 != "]" }), !host.isEmpty
    else { return }
    try rows.contacted(host.lowercased(), for: purpose, at: now)
  }

  func storageReport() throws(StoreFailure) -> StorageReport {
    let size = try rows.storageSize()
    return StorageReport(
      bytes: size.bytes, deliveries: size.deliveries, contents: size.contents,
      oldest: size.oldest?.iso(in: zone),
      contacts: try rows.contacts().map {
        .init(
          host: $0.host, purpose: $0.purpose, firstAt: $0.firstAt.iso(in: zone),
          lastAt: $0.lastAt.iso(in: zone), count: $0.count)
      }, setAside: situation.databaseSetAside)
  }
}
