package import CGio

/// A `GError`, copied and freed.
package struct GLibError: Error, Hashable, Sendable {
  /// The domain's name, such as `g-io-error-quark`.
  package let domain: String
  package let code: Int
  package let message: String
  /// The D-Bus name of the error if it came over a bus, such as
  /// `org.freedesktop.DBus.Error.ServiceUnknown`.
  package let remoteName: String?

  package init(domain: String, code: Int, message: String, remoteName: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
    self.remoteName = remoteName
  }

  /// Copies `error` and frees it.
  init(taking error: UnsafeMutablePointer<GError>) {
    domain = String(cString: g_quark_to_string(error.pointee.domain))
    code = Int(error.pointee.code)
    if let name = g_dbus_error_get_remote_error(error) {
      remoteName = String(cString: name)
      g_free(name)
      g_dbus_error_strip_remote_error(error)
    } else {
      remoteName = nil
    }
    message = String(cString: error.pointee.message)
    g_error_free(error)
  }

  /// A message that is longer than we read.
  static let tooLarge = GLibError(
    domain: "g-io-error-quark", code: Int(G_IO_ERROR_MESSAGE_TOO_LARGE.rawValue),
    message: "The answer is longer than 4 MiB.")

  /// A call of an object whose path is none.
  static let noObject = GLibError(
    domain: "g-io-error-quark", code: Int(G_IO_ERROR_INVALID_ARGUMENT.rawValue),
    message: "This is no object path.")

  /// Whether the call timed out.
  package var isTimeout: Bool {
    domain == "g-io-error-quark" && code == Int(G_IO_ERROR_TIMED_OUT.rawValue)
  }

  /// Whether the caller canceled the call.
  package var isCancelled: Bool {
    domain == "g-io-error-quark" && code == Int(G_IO_ERROR_CANCELLED.rawValue)
  }
}

/// Calls `body` with a place for a `GError`, and throws the error if it is set.
package func throwing<R>(
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> R
) throws(GLibError) -> R {
  var error: UnsafeMutablePointer<GError>?
  let result = body(&error)
  if let error { throw GLibError(taking: error) }
  return result
}
