import CGio
import CarillonEngine
import Glibc

/// Downloaded pictures as files: `$XDG_CACHE_HOME/carillon/media`. (B8, B28)
///
/// Each is named by a hash of its address, with its ETag beside it. The least recently used goes
/// first. All calls block, so it is used on a thread of its own.
nonisolated struct MediaCache: Sendable {
  let folder: String
  /// In bytes, all files together.
  var capacity = 64 << 20

  struct Entry: Sendable {
    var file: String
    var etag: String?
  }

  /// The picture of this address, if cached; marks it as used.
  func find(_ url: String) -> Entry? {
    let file = path(of: url, "png")
    guard g_file_test(file, G_FILE_TEST_IS_REGULAR) != 0 else { return nil }
    utimes(file, nil)
    return Entry(file: file, etag: read(path(of: url, "etag")))
  }

  /// Stores `png`, then evicts the least recently used until the cache fits.
  ///
  /// Nil if it cannot be written.
  func keep(_ png: [UInt8], of url: String, etag: String?) -> Entry? {
    guard g_mkdir_with_parents(folder, 0o700) == 0 else { return nil }
    let file = path(of: url, "png")
    let etagFile = path(of: url, "etag")
    // The ETag of a missing picture would prevent it from ever being fetched again.
    unlink(etagFile)
    guard write(png, to: file) else { return nil }
    let kept = etag.map { write(Array($0.utf8), to: etagFile) } ?? false
    evict(except: file)
    return Entry(file: file, etag: kept ? etag : nil)
  }

  private func path(of url: String, _ kind: String) -> String {
    guard let sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, url, -1) else {
      preconditionFailure("SHA-256 is there")
    }
    defer { g_free(sum) }
    return "\(folder)/\(String(cString: sum)).\(kind)"
  }

  private func write(_ bytes: [UInt8], to file: String) -> Bool {
    bytes.withUnsafeBytes { bytes in
      g_file_set_contents_full(
        file, bytes.baseAddress, gssize(bytes.count), G_FILE_SET_CONTENTS_CONSISTENT, 0o600, nil)
        != 0
    }
  }

  private func read(_ file: String) -> String? {
    var (text, length): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    guard g_file_get_contents(file, &text, &length, nil) != 0, let text else { return nil }
    defer { g_free(text) }
    return length > 0 ? String(cString: text) : nil
  }

  /// Deletes the least recently used pictures until the rest fits.
  private func evict(except newest: String) {
    var files: [(path: String, size: Int, used: Int)] = []
    guard let directory = g_dir_open(folder, 0, nil) else { return }
    while let name = g_dir_read_name(directory) {
      let path = "\(folder)/\(String(cString: name))"
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      files.append((path, Int(status.st_size), status.st_mtim.tv_sec))
    }
    g_dir_close(directory)
    var size = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { ($0.used, $0.path) < ($1.used, $1.path) })
    where size > capacity && file.path != newest {
      unlink(file.path)
      size -= file.size
    }
  }
}
