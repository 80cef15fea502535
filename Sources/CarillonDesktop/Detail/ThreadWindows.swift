package import CarillonCore
import CarillonGLib

/// Keeps the windows of threads up to date: it asks like any other door, and only for those that are
/// open. (B18)
package final class ThreadWindows {
  private let link: AppLink
  private let refused: (String) -> Void
  private var isStale = false
  private lazy var windows = DetailWindows(
    now: link.now,
    actions: DetailWindows.Actions(
      pressed: { [weak self] in self?.act($0, $1, data: "") },
      applied: { [weak self] in self?.act($0, $1, data: ThreadWindows.document($2)) },
      focused: focused))
  private let focused: (Bool) -> Void

  /// `refused` is given a sentence for people.
  package init(
    _ link: AppLink, refused: @escaping (String) -> Void, focused: @escaping (Bool) -> Void
  ) {
    self.link = link
    self.refused = refused
    self.focused = focused
  }

  /// Opens the window that `target` names, or brings it to the front.
  package func open(_ target: LinkTarget, activation: String?) {
    guard let tag = target.tag else { return }
    link.read(.detail(tag: tag), as: Detail.self, refused: refused) { [weak self] detail in
      self?.windows.open(detail, activation: activation, form: target.place)
    }
  }

  /// Takes what `Shell.changed` is given; asks once a turn of the loop at most.
  package func changed(_ topic: Topic) {
    guard topic == .threads, !isStale, !windows.tags.isEmpty else { return }
    isStale = true
    MainLoop.onIdle { [weak self] in
      guard let self else { return }
      isStale = false
      for tag in windows.tags {
        link.read(.detail(tag: tag), as: Detail.self) { [weak self] in self?.windows.show($0) }
      }
    }
  }

  /// Closes all of them; before the toolkit ends.
  package func close() { windows.close() }

  private func act(_ tag: String, _ id: String, data: String) {
    link.act(.act(tag: tag, action: id, data: data), refused: refused)
  }

  private static func document(_ values: [String: Double]) -> String {
    JSONValue.object(values.mapValues(JSONValue.number)).serialized
  }
}
