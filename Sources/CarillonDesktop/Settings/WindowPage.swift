import CarillonCore

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

  /// Widgets for the start and the end of the header bar while this page is in front.
  var headerStart: [Widget] { get }
  var headerEnd: [Widget] { get }
}

extension WindowPage {
  func setInFront(_ inFront: Bool) {}
  func historyChanged() {}
  func reveal(_ id: String) {}
  var headerStart: [Widget] { [] }
  var headerEnd: [Widget] { [] }
}
