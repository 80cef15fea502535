import CSession
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// One call of libnotify, passed to its thread.
nonisolated struct LibnotifyCall: Sendable {
  let call: NotifyCall
  /// The id of the notification to replace, if it belongs to the current server; otherwise 0.
  let replaces: UInt32
  /// Device pixels per layout pixel.
  var scale = 1.0
}

/// The outcome of the call.
nonisolated enum LibnotifyReply: Sendable {
  case shown(id: UInt32)
  /// No server could be reached, so nothing was sent.
  case unreached
  case failed(GLibError)
}

/// Libnotify blocks while a server does not answer, and is not thread-safe.
///
/// All of it runs on the worker's thread, from the first call to the last release.
nonisolated enum Libnotify {
  /// `limit` counts the signals that come during its calls: libnotify reads none meanwhile.
  static func worker(
    applicationName: String, limit: SignalLimit? = nil
  ) -> Worker<LibnotifyCall, LibnotifyReply> {
    Worker(
      name: "libnotify",
      state: {
        notify_init(applicationName)
        return false
      },
      perform: { hasMet, job in
        limit?.begin()
        defer { limit?.end() }
        hasMet = hasMet || meets()
        return hasMet ? show(job) : .unreached
      })
  }

  /// Whether libnotify has found a server; once it has, that stays true.
  ///
  /// Until then each of its calls tries again for 25 s, even when releasing a notification.
  private static func meets() -> Bool {
    var (name, vendor): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    var (version, specification): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    guard notify_get_server_info(&name, &vendor, &version, &specification) != 0 else {
      return false
    }
    for text in [name, vendor, version, specification] { g_free(text) }
    return true
  }

  private static func show(_ job: LibnotifyCall) -> LibnotifyReply {
    let call = job.call
    let notification: UnsafeMutablePointer<NotifyNotification> = notify_notification_new(
      call.summary, call.body, call.icon)
    defer { g_object_unref(notification) }
    fill(notification, call)
    if let image = call.picture.flatMap({ NotificationImage.draw($0, scale: job.scale) }) {
      notify_notification_set_hint(notification, "image-data", variant(of: image))
    }
    // Libnotify accepts only half of all ids; a notification that cannot be replaced is shown
    // separately.
    carillon_notification_set_id(notification, Int32(exactly: job.replaces) ?? 0)
    do {
      _ = try throwing { notify_notification_show(notification, $0) }
      return .shown(id: UInt32(bitPattern: carillon_notification_id(notification)))
    } catch {
      return .failed(error)
    }
  }

  /// `(iiibiiay)`: width, height, row stride, alpha, bits of a sample, samples, bytes.
  private static func variant(of image: Pixels) -> OpaquePointer? {
    let bytes = image.rgba
    let data = bytes.withUnsafeBytes {
      g_variant_new_fixed_array(carillon_variant_type_byte(), $0.baseAddress, gsize($0.count), 1)
    }
    let members: [OpaquePointer?] = [
      g_variant_new_int32(Int32(image.width)), g_variant_new_int32(Int32(image.height)),
      g_variant_new_int32(Int32(image.width * 4)), g_variant_new_boolean(1),
      g_variant_new_int32(8), g_variant_new_int32(4), data,
    ]
    return g_variant_new_tuple(members, gsize(members.count))
  }

  private static func fill(
    _ notification: UnsafeMutablePointer<NotifyNotification>, _ call: NotifyCall
  ) {
    notify_notification_set_app_name(notification, call.applicationName)
    notify_notification_set_timeout(notification, call.expireTimeout)
    hint("urgency", g_variant_new_byte(call.urgency.rawValue))
    hint("desktop-entry", g_variant_new_string(call.desktopEntry))
    if !call.category.isEmpty { hint("category", g_variant_new_string(call.category)) }
    if let sound = call.soundName { hint("sound-name", g_variant_new_string(sound)) }
    if call.suppressSound { hint("suppress-sound", g_variant_new_boolean(1)) }
    if call.resident { hint("resident", g_variant_new_boolean(1)) }
    if let progress = call.progress { hint("value", g_variant_new_int32(Int32(progress))) }
    for button in call.actions {
      // We receive clicks by a subscription, but libnotify requires a callback.
      notify_notification_add_action(
        notification, button.key, button.label, { _, _, _ in }, nil, nil)
    }

    func hint(_ key: String, _ value: OpaquePointer) {
      notify_notification_set_hint(notification, key, value)
    }
  }
}
