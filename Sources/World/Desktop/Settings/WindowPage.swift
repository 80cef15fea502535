import CarillonEngine

/// One page of the window; it consists of widgets and holds no data of its own.
///
/// It is created when it is first shown, and destroyed with the window.
protocol WindowPage: AnyObject {
  /// Owned by the window once it was added there.
  var widget: Widget { get }

  /// Shows `truth`; called after every change and every refusal, when controls must be reset.
  ///
  /// What the user is typing stays.
  func show(_ truth: SettingsModel.Truth)

  /// The page came to the front or left it; only a page in front may have timers and trials.
  func setInFront(_ inFront: Bool)

  /// The history has changed; called on the page in front, and when it comes to the front.
  func historyChanged()

  /// A subject of messages has changed; called on the page in front. (D16)
  func subjectsChanged()

  /// Shows one item of the page, such as the delivery with this request id.
  func reveal(_ id: String)

  /// Another page is shown: what was revealed on this one is looked at no more.
  func leave()

  /// Ctrl+F was pressed, anywhere in the window.
  func search()

  /// Ctrl+N was pressed: begins adding to the list of this page; false if it has none.
  func add() -> Bool

  /// Escape was pressed: closes what is open in the page; false if nothing is.
  func dismiss() -> Bool

  /// Widgets for the header bar while this page is in front; requested once, when the page is
  /// created.
  var headerStart: [Widget] { get }
  var headerEnd: [Widget] { get }
}

extension WindowPage {
  func setInFront(_ inFront: Bool) {}
  func historyChanged() {}
  func subjectsChanged() {}
  func reveal(_ id: String) {}
  func leave() {}
  func search() {}
  func add() -> Bool { false }
  func dismiss() -> Bool { false }
  var headerStart: [Widget] { [] }
  var headerEnd: [Widget] { [] }
}
