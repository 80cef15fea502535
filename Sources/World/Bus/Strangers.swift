import CarillonEngine
import CarillonGLib
import Glibc

/// What callers in a sandbox may not ask for. (T25, C8, §6)
///
/// Through us, such a caller could read a file that it cannot see, reach a network that it does not have, or learn
/// the pairing line of a sender. One that sees other files than we do is in a sandbox, or means another file by the
/// same path.
enum Strangers {
  /// Refuses what only callers outside a sandbox may ask for.
  static func check(_ question: DoorCall, of call: BusCall, on bus: Bus) throws(Refusal) {
    let ofFiles = question.refusalOfFiles
    let ofStrangers = question.refusalOfStrangers
    // Whoever sees our files may have them read, and is no stranger either.
    guard ofFiles != nil || ofStrangers != nil, !seesOurFiles(call.sender, on: bus) else { return }
    if let ofFiles { throw ofFiles }
    if let ofStrangers, !seesFilesOfBus(call.sender, on: bus) { throw ofStrangers }
  }

  /// Whether the caller has the same file systems mounted.
  private static func seesOurFiles(_ caller: String, on bus: Bus) -> Bool {
    mounts(ofOwner: caller, on: bus).map { $0 == mounts(of: "self") } ?? false
  }

  /// Whether it has those of the bus: then it is in no sandbox, but we may be.
  private static func seesFilesOfBus(_ caller: String, on bus: Bus) -> Bool {
    guard let theirs = mounts(ofOwner: caller, on: bus) else { return false }
    return theirs == mounts(ofOwner: "org.freedesktop.DBus", on: bus)
  }

  /// Blocks, but only for the bus itself, and for these few calls.
  private static func mounts(ofOwner name: String, on bus: Bus) -> String? {
    // Hides nothing: a caller that has gone, or that the bus does not know, is refused like a stranger.
    let reply = try? bus.callAndWait(
      .daemon, "GetConnectionUnixProcessID", [.string(name)], timeout: .seconds(1))
    return reply?[at: 0]?.uint32Value.flatMap { mounts(of: String($0)) }
  }

  private static func mounts(of process: String) -> String? {
    var target = [CChar](repeating: 0, count: 128)
    let length = readlink("/proc/\(process)/ns/mnt", &target, target.count)
    guard length > 0 else { return nil }
    return String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension DoorCall {
  /// Why a caller in a sandbox may not ask for it; nil if it may.
  var refusalOfStrangers: Refusal? {
    switch self {
    case .tryFetch:
      Refusal(.refused, "fetchSpec: a sandboxed application cannot have an address tried")
    case .tryTopic:
      Refusal(.refused, "subscription: a sandboxed application cannot have a topic tried")
    case .pair, .renewPairing:
      Refusal(.refused, "name: a sandboxed application cannot be given a pairing line")
    default: nil
    }
  }

  /// Why a caller that sees other files may not ask for it; nil if it may.
  var refusalOfFiles: Refusal? {
    let (name, text): (String, String)
    switch self {
    case .configure(let options): (name, text) = ("options", options)
    case .set(let patch): (name, text) = ("mergePatch", patch)
    case .import(let document): (name, text) = ("document", document)
    case .tryFetch(let spec): (name, text) = ("fetchSpec", spec)
    default: return nil
    }
    // What cannot be parsed is refused anyway.
    guard let document = JSONValue(parsing: text) else { return nil }
    if document.holdsFile {
      return Refusal(
        .refused, "\(name): a sandboxed application cannot have a file read (file:)")
    }
    if document.changesSourceOnly {
      return Refusal(
        .refused,
        "\(name): callbackProfile.fetchContent: a sandboxed application has to name the url")
    }
    return nil
  }
}

extension JSONValue {
  /// Whether it changes what is read of the common source and leaves its address, which may be a file's.
  fileprivate var changesSourceOnly: Bool {
    guard case .object(let settings) = self,
      case .object(let profile) = settings["callbackProfile"],
      case .object(let source) = profile["fetchContent"]
    else { return false }
    return source["url"] == nil
  }

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
