import CarillonEngine
package import CarillonGLib

/// Shows the result of a tray command as a notification, so that no window has to open.
///
/// It is no delivery: it is in no history, has no buttons, and a click on it does nothing.
package final class PassingNote {
  private let bus: Bus
  /// The one before, whose place the next one takes.
  private var last: UInt32 = 0

  package init(on bus: Bus) {
    self.bus = bus
  }

  /// Shows it, or calls `failed`, later, if no server takes it.
  ///
  /// No server is started for it. Servers read markup in `text`, so give it sentences of ours only.
  package func show(_ title: String, _ text: String, failed: @escaping () -> Void) {
    let hints: [Variant] = [
      .entry(.string("desktop-entry"), .variant(.string("org.carillon.Carillon"))),
      .entry(.string("transient"), .variant(.bool(true))),
    ]
    bus.call(
      NotificationService.object(of: NotificationService.name), "Notify",
      [
        .string("Carillon"), .uint32(last), .string("org.carillon.Carillon"), .string(title),
        .string(text), .array(of: "s", []), .array(of: "{sv}", hints),
        .int32(-1),
      ], timeout: .seconds(5), mayStart: false
    ) { [weak self] result in
      guard case .success(let values) = result, let id = values[at: 0]?.uint32Value, id != 0 else {
        self?.last = 0
        return failed()
      }
      self?.last = id
    }
  }
}
