package import CarillonEngine
import CarillonGLib

/// Keeps the windows of threads up to date: it asks like any other door, and only for those that are
/// open. (B18)
package final class ThreadWindows {
  /// What it hands on.
  package struct Exits {
    /// Is given a sentence for people.
    var refused: (String) -> Void
    var focused: (Bool) -> Void
    /// Finds the file of a picture that came, by its address. (B28)
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
  /// What was last read of each window, so that a slow picture does not bring back what is past.
  private var newest: [String: Detail] = [:]
  /// The pictures that were asked for, by their windows' tags.
  private var wanted: [String: String] = [:]
  private var share: ShareWindow?
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
    link.read(.detail(tag: tag), as: Detail.self, refused: exits.refused) { [weak self] detail in
      guard let self else { return }
      let detail = take(detail)
      windows.open(detail.arranged, activation: activation, form: target.place)
      findPicture(of: detail) { [weak self] in
        // What is shared is shown first: with its picture, if there is one.
        if target.place == "share" { self?.share(tag) }
      }
    }
  }

  /// Takes what `Shell.changed` is given; asks once a turn of the loop at most.
  package func changed(_ topic: Topic) {
    // The settings say in which unit it shows a temperature. (B25)
    let isTold = topic == .threads || topic == .configuration
    guard isTold, !isStale, !windows.tags.isEmpty else { return }
    isStale = true
    MainLoop.onIdle { [weak self] in
      guard let self else { return }
      isStale = false
      for tag in windows.tags {
        link.ask(.detail(tag: tag)) { [weak self] answer in
          switch answer {
          case .done(let text): deserialize(Detail.self, from: text).map { self?.update($0) }
          // It was deleted, or is another identity's. (T29)
          case .refused(let refusal) where refusal.kind == .notFound: self?.windows.close(tag)
          case .refused: break
          }
        }
      }
    }
  }

  /// Closes all of them; before the toolkit ends.
  package func close() {
    share?.destroy()
    windows.close()
  }

  private func closed(_ tag: String) {
    newest[tag] = nil
    wanted[tag] = nil
  }

  private func update(_ detail: Detail) {
    let detail = take(detail)
    windows.show(detail.arranged)
    findPicture(of: detail)
  }

  /// What was found before stays while it is looked for again.
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

  /// Has it fetched, unless that was asked for already; it is told of by a change.
  private func want(_ address: String, of tag: String) {
    guard wanted[tag] != address else { return }
    wanted[tag] = address
    act(.picture(tag: tag))
  }

  private func act(_ question: Question) {
    link.act(question, refused: exits.refused)
  }

  private func pressed(_ tag: String, _ id: String) {
    if id == "share" { return share(tag) }
    if let video = newest[tag]?.video(of: id) { return Player.play(video, refused: exits.refused) }
    act(tag, id, data: "")
  }

  private func share(_ tag: String) {
    guard let detail = newest[tag] else { return }
    share?.destroy()
    share = ShareWindow(
      detail, at: link.now(), over: windows.widget(of: tag), mail: exits.mail,
      words: link.words, refused: exits.refused
    ) { [weak self] in self?.share = nil }
  }

  private func act(_ tag: String, _ id: String, data: String) {
    act(.act(tag: tag, action: id, data: data))
  }

  private static func document(_ values: [String: Double]) -> String {
    JSONValue.object(values.mapValues(JSONValue.number)).serialized
  }
}
