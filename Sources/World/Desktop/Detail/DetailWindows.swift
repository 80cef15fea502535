package import CarillonEngine

/// The open windows of threads, one for each tag. (B18, B24)
///
/// They use no memory before the first is opened and after the last is closed.
package final class DetailWindows {
  package struct Actions {
    /// A button, or the play button on a picture, was pressed: the tag and the button's id.
    var pressed: (_ tag: String, _ id: String) -> Void
    /// A form was submitted: the tag, the form's id, and the values by field id.
    var applied: (_ tag: String, _ form: String, _ values: [String: Double]) -> Void
    /// The user closed the window of this tag.
    var closed: (_ tag: String) -> Void
    /// A window got or lost the focus. (D3)
    var focused: (Bool) -> Void

    package init(
      pressed: @escaping (_ tag: String, _ id: String) -> Void,
      applied: @escaping (_ tag: String, _ form: String, _ values: [String: Double]) -> Void,
      closed: @escaping (_ tag: String) -> Void = { _ in },
      focused: @escaping (Bool) -> Void = { _ in }
    ) {
      self.pressed = pressed
      self.applied = applied
      self.closed = closed
      self.focused = focused
    }
  }

  private let now: () -> Instant
  private let actions: Actions
  private var windows: [String: DetailWindow] = [:]
  /// The tags of open windows, the one asked for last at the end.
  private var order: [String] = []

  /// Any process may open links: one window more closes that which was asked for longest ago.
  package static let most = 12

  package init(now: @escaping () -> Instant, actions: Actions) {
    self.now = now
    self.actions = actions
  }

  /// The tags of open windows: only their details have to be updated.
  package var tags: [String] { windows.keys.sorted() }

  /// Opens the window of this detail, or brings it to the front.
  ///
  /// `activation` is the token for taking the focus. With `form`, that form is opened too.
  package func open(_ detail: Detail, activation: String?, form: String? = nil) {
    let tag = detail.tag
    let window: DetailWindow
    if let open = windows[tag] {
      open.show(detail)
      window = open
    } else {
      window = DetailWindow(detail, now: now, actions: actions) { [weak self] in
        self?.windows[tag] = nil
        self?.order.removeAll { $0 == tag }
        self?.actions.closed(tag)
      }
      windows[tag] = window
      if windows.count > DetailWindows.most, let oldest = order.first { close(oldest) }
    }
    order.removeAll { $0 == tag }
    order.append(tag)
    window.present(activation: activation)
    if let form { window.openForm(form) }
  }

  /// Updates the window of this detail, if it is open.
  package func show(_ detail: Detail) {
    windows[detail.tag]?.show(detail)
  }

  /// The parent of a dialog for this window.
  func widget(of tag: String) -> Widget? { windows[tag]?.widget }

  package func close(_ tag: String) {
    windows[tag]?.destroy()
  }

  /// Closes all windows; call it before the toolkit ends.
  package func close() {
    for window in windows.values { window.destroy() }
  }
}

extension DetailPart {
  /// A picture that is not loaded takes no room.
  var isEmpty: Bool {
    if case .picture(let picture) = self { return picture.file == nil }
    return false
  }
}
