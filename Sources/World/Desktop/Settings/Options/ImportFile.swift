import CarillonEngine
import CarillonGLib
import Glibc

/// A file that the user chose to import, read and taken apart on a thread of its own. (T29)
///
/// An export may be long, and the disk slow.
nonisolated enum ImportFile: Sendable {
  case document(Document)
  /// It is no export; for the user.
  case refused(String)
  /// The system's reason.
  case unreadable(code: Int32)
  case tooLong

  /// More than any export should have; it must fit into memory.
  private static let longest = 1 << 28

  /// Reads the file `path`; blocks.
  init(_ path: String, words: Words) {
    // Opening a FIFO without this flag would wait for a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      self = .unreadable(code: errno)
      return
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      self = .unreadable(code: EINVAL)
      return
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        self = .unreadable(code: errno)
        return
      }
      guard count > 0 else { break }
      bytes += piece[..<count]
      guard bytes.count <= ImportFile.longest else {
        self = .tooLong
        return
      }
    }
    do throws(Refusal) {
      // What is no UTF-8 is no JSON either.
      let text = String(validating: bytes, as: UTF8.self) ?? ""
      self = .document(try .importing(text, words: words))
    } catch {
      self = .refused(error.message)
    }
  }

  /// Why there is nothing to import; nil if there is.
  func problem(_ words: Words) -> String? {
    switch self {
    case .document: nil
    case .refused(let sentence): sentence
    case .unreadable(let code):
      words.say(
        "The file could not be read: {reason}.", ["reason": String(cString: strerror(code))])
    case .tooLong: words.say("The file is too long to be an export of Carillon.")
    }
  }
}
