import CarillonFeatures
import CarillonStore

/// Rules for where texts come from, and for what became of hours while nothing ran. (T4, T6, T9, T18)
extension Watch {
  /// What the watch knows of a source: the requests that were made for it.
  struct Source: Equatable {
    var spec: FetchSpec
    var did: String?
  }

  /// Notes whose content a request fetches.
  func note(_ job: FetchJob, _ ticket: Ticket, _ life: Life) {
    guard ticket.kind == .fetch else { return }
    let fetch = read(life, or: nil) { rows throws(StoreFailure) in try rows.fetch(ticket.row) }
    guard let fetch else { return }
    // Several changes may be carried out at once.
    configurationMayDiffer = true
    do { try readConfiguration(life) } catch { return fail("\(error)") }
    texts.sources[fetch.source] = Source(spec: job.spec.source, did: settings.did)
  }

  func checkText(from old: Delivery?, to new: Delivery, _ life: Life) throws {
    guard new.isSlot, !seesSeveral, !life.resuming else { return }
    // At the end and at the start, one that died with its process may have taken the place, called or not.
    if new.replaced, old?.replaced == false, texts.lastCalls[new.tag] == new.id, life.running,
      !texts.starts, !texts.takenBack.contains(new.tag)
    {
      throw Broken("B11: \(new.id) counts as replaced, and no call came after it")
    }
    if old == nil, new.status == .missed, new.reason == .late(.asleep),
      let off = texts.off, off.contains(new.fireAt)
    {
      throw Broken("T18: \(new.id) was due while Carillon was off, and is missed as asleep")
    }
    guard new.text == .open, let id = new.content,
      let slot = slots.first(where: { $0.id.item == new.item }),
      let content = try life.store.read({ rows throws(StoreFailure) in try rows.content(id) })
    else { return }
    if new.status == .scheduled, new.fireAt > life.now, new.title != nil,
      let source = texts.sources[content.source], source != wanted(slot)
    {
      throw Broken("T4: \(new.id) is armed with the text of \(source), not of its own source")
    }
    if new.status == .skipped, new.reason == .noContent, old?.status != .skipped,
      content.readable == .open, life.situation.keyring == .open,
      case .item(let tokens)? = content.payload?.shape,
      tokens.values.contains(where: { !$0.allSatisfy(\.isWhitespace) }),
      texts.sources[content.source] == wanted(slot)
    {
      throw Broken("T9: \(new.id) is skipped without content, and \(content.id) can be read")
    }
    if let old, old.status == .scheduled, new.status == .scheduled {
      try checkKeptBack(old, new, content, life)
    }
  }

  /// With offline first, an answer inside the lead does not change what it is for. (T6)
  private func checkKeptBack(
    _ old: Delivery, _ new: Delivery, _ content: Content, _ life: Life
  ) throws {
    guard settings.mode == .offlineFirst, formerSettings.mode == .offlineFirst,
      settings.lead == formerSettings.lead, old.fireAt == new.fireAt, new.fireAt > life.now,
      let former = old.content, former != content.id, new.fireAt - life.now <= settings.lead,
      content.fetchedAt >= new.fireAt - settings.lead,
      texts.runNow.map({ abs((life.now - $0).milliseconds) > 7_200_000 }) ?? true,
      let before = try life.store.read({ rows throws(StoreFailure) in try rows.content(former) }),
      before.source == content.source, before.readable == .open, old.text == .open,
      old.title != nil, before.age(at: new.fireAt) <= settings.ttl
    else { return }
    throw Broken("T6: \(new.id) changes from \(former) to \(content.id) inside its lead")
  }

  private func wanted(_ slot: Slot) -> Source {
    Source(
      spec: (settings.source(of: slot) ?? FetchSpec(url: Life.pack)).source, did: settings.did)
  }

  /// Notes which call of a tag came last; without an answer it may have shown something.
  func noteCall(_ delivery: Delivery?, _ ticket: Ticket) {
    guard ticket.kind == .show, let delivery else { return }
    texts.callBefore = texts.lastCalls[delivery.tag]
    texts.lastCalls[delivery.tag] = delivery.id
  }

  /// The last call was not carried out.
  func takeBackCall(of row: Int64) {
    guard let tag = texts.lastCalls.first(where: { $0.value == row })?.key else { return }
    texts.lastCalls[tag] = texts.callBefore
    // It has closed what stood there before, as desktops want it that take the buttons of what is replaced.
    if texts.callBefore != row { texts.takenBack.insert(tag) }
  }

  /// Notes what passed while no process ran.
  func wasOff(since: Instant?, _ life: Life) {
    texts.starts = true
    texts.off = since.flatMap { $0 < life.now ? $0...life.now : nil }
  }
}

/// The watch's notes about texts.
struct TextNotes {
  /// The sources that were fetched, by row.
  var sources: [Int64: Watch.Source] = [:]
  /// The row that was last handed over under each tag, and the one before the very last.
  var lastCalls: [String: Int64] = [:]
  var callBefore: Int64?
  /// The tags under which a call has come and was not carried out since the last check.
  var takenBack: Set<String> = []
  /// When no process ran, unless a clock or zone has changed since.
  var off: ClosedRange<Instant>?
  /// When the user last asked for everything to be fetched.
  var runNow: Instant?
  /// Whether a process has just started.
  var starts = false
}
