import CarillonEngine
import CarillonGLib
import Glibc

/// Which callers may name files of this computer. (T25, §6)
///
/// A caller in a sandbox must not learn from us what stands in a file that it cannot read. One that sees
/// other files than we do is in a sandbox, or means another file by the same path.
enum CallerFiles {
  /// Refuses a document with a `file:` address from such a caller.
  static func check(_ question: DoorCall, of call: BusCall, on bus: Bus) throws(Refusal) {
    guard let name = question.namingFile, !isNeighbor(call.sender, on: bus) else { return }
    throw Refusal(
      .refused, "\(name): a sandboxed application cannot have a file read (file:)")
  }

  /// Whether the caller has the same file systems mounted.
  ///
  /// Blocks, but only for the bus itself, and for these few calls.
  private static func isNeighbor(_ caller: String, on bus: Bus) -> Bool {
    // Hides nothing: a caller that has gone, or that the bus does not know, is refused like a stranger.
    let reply = try? bus.callAndWait(
      .daemon, "GetConnectionUnixProcessID", [.string(caller)], timeout: .seconds(1))
    guard let process = reply?[at: 0]?.uint32Value else { return false }
    guard let theirs = mounts(of: String(process)) else { return false }
    return theirs == mounts(of: "self")
  }

  private static func mounts(of process: String) -> String? {
    var target = [CChar](repeating: 0, count: 128)
    let length = readlink("/proc/\(process)/ns/mnt", &target, target.count)
    guard length > 0 else { return nil }
    return String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension DoorCall {
  /// The argument with a `file:` address in it; nil if there is none.
  var namingFile: String? {
    let (name, text): (String, String)
    switch self {
    case .configure(let options): (name, text) = ("options", options)
    case .set(let patch): (name, text) = ("mergePatch", patch)
    case .import(let document): (name, text) = ("document", document)
    case .tryFetch(let spec): (name, text) = ("fetchSpec", spec)
    default: return nil
    }
    // What cannot be parsed is refused anyway.
    return JSONValue(parsing: text)?.holdsFile == true ? name : nil
  }
}

extension JSONValue {
  fileprivate var holdsFile: Bool {
    switch self {
    case .text(let text):
      text.drop { $0.isWhitespace }.prefix(5).lowercased() == "file:"
    case .array(let items): items.contains { $0.holdsFile }
    case .object(let members): members.values.contains { $0.holdsFile }
    default: false
    }
  }
}
