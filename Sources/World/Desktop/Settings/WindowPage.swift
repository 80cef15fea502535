import CarillonEngine

/// One page of the window: widgets, and nothing that the engine does not know.
///
/// It is made when it is first gone to, and destroyed with the window.
protocol WindowPage: AnyObject {
  /// Owned by the window once it was added there.
  var widget: Widget { get }

  /// Shows `truth`: called with every change, also after one that was refused; a control must then
  /// show again what is.
  ///
  /// What somebody is just typing stays.
  func show(_ truth: SettingsModel.Truth)

  /// It came to the front, or another did: only a page in front may have timers and trials.
  func setInFront(_ inFront: Bool)

  /// Something in the history is different; called on the page in front, and when it comes there.
  func historyChanged()

  /// Shows one thing of the page: the delivery with this request id, say.
  func reveal(_ id: String)

  /// Ctrl+F was pressed, wherever in the window.
  func search()

  /// Escape was pressed: closes what is open in the page; false if nothing is.
  func dismiss() -> Bool

  /// Widgets for the start and the end of the header bar while this page is in front; asked for
  /// once, when the page is made.
  var headerStart: [Widget] { get }
  var headerEnd: [Widget] { get }
}

extension WindowPage {
  func setInFront(_ inFront: Bool) {}
  func historyChanged() {}
  func reveal(_ id: String) {}
  func search() {}
  func dismiss() -> Bool { false }
  var headerStart: [Widget] { [] }
  var headerEnd: [Widget] { [] }
}
