package import CarillonEngine
import CarillonGLib

/// Keeps the windows of threads up to date; asks only for those that are open. (B18)
package final class ThreadWindows {
  /// Actions that the windows leave to others.
  package struct Exits {
    /// Receives a sentence for the user.
    var refused: (String) -> Void
    var focused: (Bool) -> Void
    /// Finds the cached file of a picture by its address. (B28)
    var picture: (String, @escaping (String?) -> Void) -> Void
    var mail: MailPortal

    package init(
      refused: @escaping (String) -> Void, focused: @escaping (Bool) -> Void,
      picture: @escaping (String, @escaping (String?) -> Void) -> Void, mail: MailPortal
    ) {
      self.refused = refused
      self.focused = focused
      self.picture = picture
      self.mail = mail
    }
  }

  private let link: AppLink
  private let exits: Exits
  private var isStale = false
  /// The newest detail of each window, so that a slow picture does not bring back old content.
  private var newest: [String: Detail] = [:]
  /// The addresses of requested pictures, by the tags of their windows.
  private var wanted: [String: String] = [:]
  private var share: ShareWindow?
  /// Called when the user has closed a window.
  var onClosed: () -> Void = {}
  private lazy var windows = DetailWindows(
    now: link.now,
    actions: DetailWindows.Actions(
      pressed: { [weak self] in self?.pressed($0, $1) },
      applied: { [weak self] in self?.act($0, $1, data: ThreadWindows.document($2)) },
      closed: { [weak self] in self?.closed($0) }, focused: exits.focused))

  package init(_ link: AppLink, exits: Exits) {
    self.link = link
    self.exits = exits
  }

  /// Opens the window that `target` names, or brings it to the front.
  package func open(_ target: LinkTarget, activation: String?) {
    guard let tag = target.tag else { return }
    link.read(.detail(tag: tag), refused: exits.refused) { [weak self] detail in
      guard let self else { return }
      let detail = take(detail)
      windows.open(detail.arranged, activation: activation, form: target.place)
      findPicture(of: detail) { [weak self] in
        // The detail is shown first, so that its picture is known.
        if target.place == "share" { self?.share(tag) }
      }
    }
  }

  /// Updates the open windows; implements `Shell.changed`.
  ///
  /// It asks at most once per turn of the loop.
  package func changed(_ topic: Topic) {
    // The settings contain the unit of temperatures. (B25)
    let isTold = topic == .threads || topic == .configuration
    guard isTold, !isStale, !windows.tags.isEmpty else { return }
    isStale = true
    MainLoop.onIdle { [weak self] in
      guard let self else { return }
      isStale = false
      for tag in windows.tags {
        do throws(Refusal) {
          update(try link.read(.detail(tag: tag)))
        } catch {
          // The thread was deleted, or belongs to another identity. (T29)
          if error.kind == .notFound { windows.close(tag) }
        }
      }
    }
  }

  var isOpen: Bool { !windows.tags.isEmpty }

  /// Closes all windows; call it before the toolkit ends.
  package func close() {
    share?.destroy()
    windows.close()
  }

  private func closed(_ tag: String) {
    newest[tag] = nil
    wanted[tag] = nil
    onClosed()
  }

  private func update(_ detail: Detail) {
    let detail = take(detail)
    windows.show(detail.arranged)
    findPicture(of: detail)
  }

  /// Keeps the known files of pictures while they are looked up again.
  private func take(_ detail: Detail) -> Detail {
    let detail = newest[detail.tag].map { detail.keepingFiles(of: $0) } ?? detail
    newest[detail.tag] = detail
    return detail
  }

  private func findPicture(of detail: Detail, then: @escaping () -> Void = {}) {
    guard let address = detail.missingPicture else { return then() }
    exits.picture(address) { [weak self] file in
      defer { then() }
      if file == nil { self?.want(address, of: detail.tag) }
      guard let self, let file, var detail = newest[detail.tag],
        detail.missingPicture == address
      else { return }
      detail.fill(file)
      newest[detail.tag] = detail
      windows.show(detail.arranged)
    }
  }

  /// Requests a picture once; its arrival is reported as a change.
  private func want(_ address: String, of tag: String) {
    guard wanted[tag] != address else { return }
    wanted[tag] = address
    act(.picture(tag: tag))
  }

  private func act(_ order: Order) {
    link.act(order, refused: exits.refused)
  }

  private func pressed(_ tag: String, _ id: String) {
    if id == "share" { return share(tag) }
    if let video = newest[tag]?.video(of: id) { return Player.play(video, refused: exits.refused) }
    act(tag, id, data: Document())
  }

  private func share(_ tag: String) {
    guard let detail = newest[tag] else { return }
    share?.destroy()
    share = ShareWindow(
      detail, at: link.now(), over: windows.widget(of: tag), mail: exits.mail,
      words: link.words, refused: exits.refused
    ) { [weak self] in self?.share = nil }
  }

  private func act(_ tag: String, _ id: String, data: Document) {
    act(.act(tag: tag, action: id, data: data))
  }

  private static func document(_ values: [String: Double]) -> Document {
    Document(values.mapValues(JSONValue.number))
  }
}
