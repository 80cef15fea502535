import CGtk
import CarillonEngine
package import CarillonGLib
import Glibc

/// Passes text and picture to the mail program through the desktop's portal. (B21)
///
/// This portal takes both, and the desktop chooses the program.
package final class MailPortal {
  private let bus: Bus
  private let folder: String
  private var response: Subscription?

  private static let object = BusObject(
    "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
    "org.freedesktop.portal.Email")

  /// `folder` belongs to the app; the picture stays there as long as the mail program needs it.
  package init(on bus: Bus, folder: String) {
    self.bus = bus
    self.folder = folder
  }

  /// Whether the desktop has the portal, which is started if necessary.
  func find(_ answer: @escaping (Bool) -> Void) {
    bus.property("version", of: MailPortal.object, timeout: .seconds(5)) { answer($0 != nil) }
  }

  /// Opens a mail with `text` and the picture `png`; `failed` receives the reason if that fails.
  func write(
    _ subject: String, _ text: String, picture png: [UInt8], named name: String,
    failed: @escaping (String?) -> Void
  ) {
    let file: Int32
    do throws(GLibError) {
      file = try keep(png, as: name)
    } catch {
      return failed(error.message)
    }
    let token = "carillon\(g_random_int())"
    let sender = bus.uniqueName.dropFirst().replacing(".", with: "_")
    // Connected first, because the response may arrive before the call's answer.
    response = bus.onSignal(
      "Response", from: MailPortal.object.name,
      at: "/org/freedesktop/portal/desktop/request/\(sender)/\(token)",
      interface: "org.freedesktop.portal.Request"
    ) { [weak self] signal in
      self?.response = nil
      // 1 means that the user canceled.
      if signal.arguments[at: 0] == .uint32(2) { failed(nil) }
    }
    let options: [String: Variant] = [
      "handle_token": .string(token), "subject": .string(subject), "body": .string(text),
      "attachment_fds": .array(of: "h", [.handle(0)]),
    ]
    bus.call(
      MailPortal.object, "ComposeEmail", [.string(""), .dictionary(options)], files: [file]
    ) { [weak self] result in
      close(file)
      guard case .failure(let error) = result else { return }
      self?.response = nil
      failed(error.message)
    }
  }

  /// Writes the picture to a file, replacing the previous one; returns a descriptor for reading.
  private func keep(_ png: [UInt8], as name: String) throws(GLibError) -> Int32 {
    let path = "\(folder)/\(name)"
    g_mkdir_with_parents(folder, 0o700)
    empty()
    try throwing { error in
      _ = png.withUnsafeBytes {
        g_file_set_contents_full(
          path, $0.baseAddress, gssize($0.count), G_FILE_SET_CONTENTS_NONE, 0o600, error)
      }
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw GLibError(
        domain: "g-file-error-quark", code: Int(errno), message: String(cString: strerror(errno)))
    }
    return file
  }

  private func empty() {
    guard let directory = g_dir_open(folder, 0, nil) else { return }
    while let name = g_dir_read_name(directory) { unlink("\(folder)/\(String(cString: name))") }
    g_dir_close(directory)
  }
}
