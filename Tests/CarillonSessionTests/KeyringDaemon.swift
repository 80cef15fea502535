import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus

/// GNOME Keyring on the test's session bus, with its own files.
final class KeyringDaemon {
  private static let secrets = BusObject(
    "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service")
  private static let internals = BusObject(
    "org.freedesktop.secrets", "/org/freedesktop/secrets",
    "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface")
  private static let login = "/org/freedesktop/secrets/collection/login"
  private static let password = "open sesame"

  private let folder = TemporaryFolder()
  private let bus: Bus
  private var child: Child?

  init() throws {
    _ = SessionBus.daemon
    bus = try SessionBus.daemon.connect()
  }

  isolated deinit {
    crash()
  }

  /// Starts it; the default collection is created and opened only with the password.
  func start(unlocked: Bool = true) throws {
    let input = Pipe()
    for handle in [input.fileHandleForReading, input.fileHandleForWriting] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    if unlocked { input.fileHandleForWriting.write(Data(Self.password.utf8)) }
    try input.fileHandleForWriting.close()
    let nothing = try FileHandle(forUpdating: URL(filePath: "/dev/null"))
    var environment = ProcessInfo.processInfo.environment
    for key in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
      environment[key] = folder.path
    }
    environment["DBUS_SESSION_BUS_ADDRESS"] = SessionBus.daemon.address
    child = try Child(
      "gnome-keyring-daemon",
      ["--foreground", "--components=secrets"] + (unlocked ? ["--unlock"] : []),
      environment: environment,
      files: [
        input.fileHandleForReading.fileDescriptor, nothing.fileDescriptor, nothing.fileDescriptor,
      ])
    waitForOwner(isThere: true)
  }

  /// Ends it like a crash.
  func crash() {
    guard child != nil else { return }
    child = nil
    waitForOwner(isThere: false)
  }

  /// Runs `body` while it receives calls without answering.
  func whileFrozen(_ body: () throws -> Void) throws {
    let pid = child?.pid ?? 0
    kill(pid, SIGSTOP)
    defer { kill(pid, SIGCONT) }
    try body()
  }

  func lock() throws {
    _ = try bus.callAndWait(
      Self.secrets, "Lock", [.array(of: "o", [.objectPath(Self.login)])])
  }

  /// Unlocks it like GNOME's own password dialog.
  func unlock() throws {
    _ = try bus.callAndWait(
      Self.internals, "UnlockWithMasterPassword", [.objectPath(Self.login), try password()])
  }

  /// Creates another open collection, to which new items go from now on.
  func addDefaultCollection() throws {
    let label = "org.freedesktop.Secret.Collection.Label"
    let made = try bus.callAndWait(
      Self.internals, "CreateWithMasterPassword",
      [.dictionary([label: .string("other")]), try password()])
    _ = try bus.callAndWait(
      Self.secrets, "SetAlias",
      [.string("default"), .objectPath(made[at: 0]?.stringValue ?? "/")])
  }

  private func password() throws -> Variant {
    let session = try bus.callAndWait(
      Self.secrets, "OpenSession", [.string("plain"), .variant(.string(""))])
    return .tuple([
      .objectPath(session[at: 1]?.stringValue ?? "/"), .bytes([]),
      .bytes(Array(Self.password.utf8)), .string("text/plain"),
    ])
  }

  /// The paths of the items with these attributes, locked or not.
  func items(_ attributes: [String: String]) -> [String] {
    let entries = attributes.map { Variant.entry(.string($0), .string($1)) }
    let found = try? bus.callAndWait(
      Self.secrets, "SearchItems", [.array(of: "{ss}", entries)], mayStart: false)
    return (found?[at: 0]?.stringsValue ?? []) + (found?[at: 1]?.stringsValue ?? [])
  }

  /// Deletes an item like a user with a tool.
  func delete(_ item: String) throws {
    _ = try bus.callAndWait(
      BusObject(Self.secrets.name, item, "org.freedesktop.Secret.Item"), "Delete")
  }

  /// The contents of its files.
  var files: Data {
    let enumerator = FileManager.default.enumerator(
      at: folder.url, includingPropertiesForKeys: nil)
    var all = Data()
    for case let file as URL in enumerator ?? .init() {
      all += (try? Data(contentsOf: file)) ?? Data()
    }
    return all
  }

  private func waitForOwner(isThere: Bool) {
    var isThereNow: Bool?
    let watch = bus.onOwner(of: Self.secrets.name) { isThereNow = $0 != nil }
    MainLoop.run(atMost: .seconds(10)) { isThereNow == isThere }
    watch.cancel()
  }
}
