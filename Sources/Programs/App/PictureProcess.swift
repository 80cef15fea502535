import CarillonDrawing
import CarillonEngine
import CarillonGLib
import CarillonHTTP
import Glibc

/// A picture is decoded by this program, started once more for nothing else. (B8)
///
/// A decoder can be made to work for hours, to fill memory, or worse. There it ends after 2 s of
/// work, has nothing of ours to give away, and can only answer with pixels.
enum PictureProcess {
  /// The one argument of that process; nothing for people.
  private static let argument = "--decode-picture"
  /// What the decoders' libraries may need of our environment.
  private static let kept = [
    "LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR",
  ]

  /// Decodes `body`, whatever it is; `done` is called with a `DecodedPhoto`'s bytes, or nil.
  static func decode(_ body: [UInt8], done: @escaping ([UInt8]?) -> Void) {
    let environment = kept.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    // Not the path: since we started, another version may have been installed there.
    ChildProcess.run(
      ["/proc/self/exe", argument], environment: environment, input: body,
      limit: DecodedPhoto.largestSize, deadline: MediaJob.timeout, done: done)
  }

  /// The exit status of this process if it is to decode a picture, after doing so.
  static func runIfAsked() -> Int32? {
    guard CommandLine.arguments.dropFirst() == [argument] else { return nil }
    Confinement.limitResources()
    guard let body = standardInput(atMost: SoupMediaStore.largestBody),
      let photo = PhotoDecoder.photo(of: body, confine: Confinement.refuseSystemCalls)
    else { return 1 }
    return writeToStandardOutput(photo.bytes) ? 0 : 1
  }

  /// Nil if there is more.
  private static func standardInput(atMost limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let room = 1 << 16
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = max(read(STDIN_FILENO, buffer.baseAddress, room), 0)
      }
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    return nil
  }

  private static func writeToStandardOutput(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
