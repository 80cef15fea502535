package import CarillonEngine

/// A daily slot's stable id: its wall-clock time as `HHmm`. (T1)
package struct SlotID: Hashable, Comparable, Sendable {
  package let time: WallTime

  package init(_ time: WallTime) {
    self.time = time
  }

  /// Exactly four digits that are a time of day.
  package init?(_ text: String) {
    guard text.utf8.count == 4, let time = WallTime(text) else { return nil }
    self.time = time
  }

  package static func < (left: SlotID, right: SlotID) -> Bool { left.time < right.time }
}

extension SlotID: CustomStringConvertible {
  package var description: String {
    padded(time.hour, to: 2) + padded(time.minute, to: 2)
  }
}

/// A time of day, on the user's wall clock, at which one notification is due.
///
/// A slot has no date and no time zone. Its ``id`` therefore survives travel and daylight saving;
/// only the instants at which its occurrences are due are recomputed. (T1, T16)
package struct Slot: Hashable, Sendable {
  package var id: SlotID
  package var label: String
  package var enabled: Bool
  package var weekdays: Weekdays
  /// Where its content comes from; nil: as configured for all.
  package var fetch: FetchSpec?
  /// What it says; nil: as configured for all.
  package var template: Template?
  /// Whether an occurrence that says what this slot showed last is skipped. (T35)
  package var onlyNew = false
  /// The mark of what this slot showed last; nil before its first. (T35)
  package var shown: String?
  /// The last date whose occurrence has been dealt with: later ones that have passed are missed.
  ///
  /// A date, not an instant, so that it stays right when the zone changes.
  package var considered: LocalDate

  package init(
    id: SlotID, label: String, enabled: Bool = true, weekdays: Weekdays = .all,
    fetch: FetchSpec? = nil, template: Template? = nil, onlyNew: Bool = false,
    shown: String? = nil, considered: LocalDate
  ) {
    self.id = id
    self.label = label
    self.enabled = enabled
    self.weekdays = weekdays
    self.fetch = fetch
    self.template = template
    self.onlyNew = onlyNew
    self.shown = shown
    self.considered = considered
  }

  /// Whether it has an occurrence on `date`, should that date exist.
  package func rings(on date: LocalDate) -> Bool {
    enabled && weekdays.contains(weekday: date.weekday)
  }
}

extension Slot {
  /// What its template is filled in with: the `tokens` of its content, and what is its own. (T9)
  ///
  /// Content with only a headline or only a summary has the other one empty; without content, both are
  /// missing.
  func values(_ tokens: [String: String], on date: LocalDate) -> [String: String] {
    var tokens = tokens
    if !tokens.isEmpty {
      tokens.merge(["headline": "", "summary": ""]) { given, _ in given }
    }
    let own = ["date": date.description, "time": id.time.description, "label": label]
    return tokens.merging(own) { $1 }
  }
}

extension Slot {
  /// What of it is a document of its own in the store.
  private struct Document: Codable {
    var label: String
    var enabled: Bool
    var weekdays: Int
    var fetch: FetchSpec?
    var template: Template?
    /// Absent in what was stored before there was such a switch, and where it is off.
    var onlyNew: Bool?
    var shown: String?
  }

  /// Throws what names the slot for a row that no Carillon wrote.
  init(reading stored: StoredPlanItem) throws(Unreadable) {
    let name = stored.id.name
    guard let id = SlotID(name) else { throw Unreadable("slot \(name) has no time as its name") }
    let document: Document
    do {
      document = try decode(Document.self, from: stored.document)
    } catch {
      throw Unreadable("slot \(name): \(error)")
    }
    guard (1...127).contains(document.weekdays) else {
      throw Unreadable("slot \(name): weekdays has an unknown value")
    }
    self.init(
      id: id, label: shortened(document.label), enabled: document.enabled,
      weekdays: Weekdays(mask: document.weekdays), fetch: document.fetch,
      template: document.template, onlyNew: document.onlyNew ?? false, shown: document.shown,
      considered: stored.considered)
  }

  /// Nil for a row that no Carillon wrote.
  package init?(_ stored: StoredPlanItem) {
    do {
      self = try Slot(reading: stored)
    } catch {
      return nil
    }
  }

  /// As a row of the store.
  package var stored: StoredPlanItem {
    let document = Document(
      label: label, enabled: enabled, weekdays: weekdays.mask, fetch: fetch, template: template,
      onlyNew: onlyNew ? true : nil, shown: shown)
    return StoredPlanItem(id.item, document: serialize(document), considered: considered)
  }
}

extension Occasion {
  /// Reads `0800@2026-11-21`, of a slot.
  package init?(slot text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let slot = SlotID(String(parts[0])), let date = LocalDate(parts[1])
    else { return nil }
    self.init(slot.item, on: date)
  }
}
