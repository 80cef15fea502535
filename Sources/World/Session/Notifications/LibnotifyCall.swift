import CSession
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// One call of libnotify's, as its thread is given it.
nonisolated struct LibnotifyCall: Sendable {
  let call: NotifyCall
  /// The notification to be replaced, if it belongs to the server of now; 0 for none.
  let replaces: UInt32
  /// Pixels of the device in one of the layout.
  var scale = 1.0
}

/// What came of it.
nonisolated enum LibnotifyReply: Sendable {
  case shown(id: UInt32)
  /// No server could be reached, so nothing was handed over.
  case unreached
  case failed(GLibError)
}

/// Libnotify, which blocks while a server does not answer and is not safe for two threads.
///
/// All of it happens on the worker's thread, from its first call to the last release.
nonisolated enum Libnotify {
  static func worker(applicationName: String) -> Worker<LibnotifyCall, LibnotifyReply> {
    Worker(
      name: "libnotify",
      state: {
        notify_init(applicationName)
        return false
      },
      perform: { hasMet, job in
        hasMet = hasMet || meets()
        return hasMet ? show(job) : .unreached
      })
  }

  /// Whether libnotify has found a server, which it does once and for all.
  ///
  /// As long as it has not, each of its steps tries anew, 25 s each, the release of a notification
  /// among them.
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
    // Libnotify takes half of all ids only; what cannot be replaced is shown beside.
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
      // Clicks come by a subscription of ours; libnotify insists on being called back too.
      notify_notification_add_action(
        notification, button.key, button.label, { _, _, _ in }, nil, nil)
    }

    func hint(_ key: String, _ value: OpaquePointer) {
      notify_notification_set_hint(notification, key, value)
    }
  }
}
