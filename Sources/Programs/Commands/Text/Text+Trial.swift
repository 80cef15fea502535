import CarillonEngine
import CarillonSlots

extension Text {
  /// `carillonctl try-fetch`: the content, then its source's details.
  func trial(_ report: TrialReport) -> String {
    var text = Text.oneLine(report.headline ?? words.say("(no headline)")) + "\n"
    for line in (report.summary ?? "").split(whereSeparator: \.isNewline) {
      text += "  \(Text.oneLine(String(line)))\n"
    }
    let today = today(zone: "", like: report.fetchedAt)
    var facts = Table()
    facts.add(words.say("Format:"), format(report))
    if let published = report.published {
      facts.add(words.say("Published:"), at(published, today: today))
    }
    if let status = report.status { facts.add(words.say("Status:"), String(status)) }
    if let etag = report.etag { facts.add("ETag:", Text.oneLine(etag)) }
    if let size = report.size {
      facts.add(words.say("Size:"), words.count("{n} byte", "{n} bytes", size))
    }
    return text + "\n" + facts.text()
  }

  /// Why a source failed: a sentence, followed by code and detail for its developer.
  func untried(_ report: TrialReport) -> String {
    let cause = [report.code, report.detail].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: ": ")
    guard let sentence = report.text else { return cause }
    var text = cause.isEmpty ? sentence : "\(sentence)\n\(Text.oneLine(cause))"
    for feed in report.feeds ?? [] {
      text += "\n" + words.say("The page has a feed: {address}", ["address": feed.url])
    }
    return text
  }

  private func format(_ report: TrialReport) -> String {
    let items = report.items ?? 0
    switch report.format.flatMap(Fetched.Format.init) {
    case .content: return words.say("content")
    case .pack: return words.count("content pack, {n} item", "content pack, {n} items", items)
    case .pointers: return words.say("JSON, read with your pointers")
    case .jsonFeed: return feed("JSON Feed", items)
    case .rss: return feed("RSS", items)
    case .atom: return feed("Atom", items)
    case .rdf: return feed("RSS 1.0 (RDF)", items)
    case nil: return report.format ?? "–"
    }
  }

  private func feed(_ name: String, _ items: Int) -> String {
    words.count("{name}, {n} item", "{name}, {n} items", items, ["name": name])
  }
}
