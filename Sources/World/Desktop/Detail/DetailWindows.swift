package import CarillonEngine

/// The windows of all threads that are open, one for each tag. (B18, B24)
///
/// Nothing of them is in memory before the first is opened, or after the last was closed.
package final class DetailWindows {
  package struct Actions {
    /// A button, or the one on a picture: the tag and the button's id.
    var pressed: (_ tag: String, _ id: String) -> Void
    /// A form was sent off: the tag, the form's id and the values by their fields' ids.
    var applied: (_ tag: String, _ form: String, _ values: [String: Double]) -> Void
    /// Its user closed the window of this tag.
    var closed: (_ tag: String) -> Void
    /// A window got the focus, or lost it. (D3)
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

  package init(now: @escaping () -> Instant, actions: Actions) {
    self.now = now
    self.actions = actions
  }

  /// Which are open: only their details have to be made anew when something changed.
  package var tags: [String] { windows.keys.sorted() }

  /// Opens the window of this detail, or brings it to the front.
  ///
  /// `activation` is the token that lets it take the focus. With `form` that one is opened too.
  package func open(_ detail: Detail, activation: String?, form: String? = nil) {
    let tag = detail.tag
    let window: DetailWindow
    if let open = windows[tag] {
      open.show(detail)
      window = open
    } else {
      window = DetailWindow(detail, now: now, actions: actions) { [weak self] in
        self?.windows[tag] = nil
        self?.actions.closed(tag)
      }
      windows[tag] = window
    }
    window.present(activation: activation)
    if let form { window.openForm(form) }
  }

  /// Brings the window of this detail up to date, if it is open.
  package func show(_ detail: Detail) {
    windows[detail.tag]?.show(detail)
  }

  /// What a dialog of this window's stands over.
  func widget(of tag: String) -> Widget? { windows[tag]?.widget }

  package func close(_ tag: String) {
    windows[tag]?.destroy()
  }

  /// Closes all of them; before the toolkit ends.
  package func close() {
    for window in windows.values { window.destroy() }
  }
}

extension Detail.Part {
  /// A picture that has not come takes no room.
  var isEmpty: Bool {
    if case .picture(let picture) = self { return picture.file == nil }
    return false
  }
}
