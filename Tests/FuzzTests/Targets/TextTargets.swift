import CarillonFeatures
@testable import CarillonEngine
@testable import CarillonInbox

/// Renders the first two parts with the other two as content. (T9, T10)
func templateProblem(_ bytes: [UInt8]) -> String? {
  let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map(text)
  func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
  let headline = clean(part(2), lines: false)
  let summary = clean(part(3), lines: true)
  if isUnclean(headline, lines: false) || isUnclean(summary, lines: true) {
    return "cleaning left something"
  }
  if clean(summary, lines: true) != summary { return "cleaning twice is another thing" }
  let values = ["headline": headline, "summary": summary]
  let template = Template(
    title: clean(part(0), lines: false), body: clean(part(1), lines: true))
  let rendered = template.render(values)
  if rendered.title.count > Template.longestTitle { return "a title too long" }
  if rendered.body.count > Template.longestBody { return "a body too long" }
  if rendered.title.contains(where: \.isNewline) { return "a title of two lines" }
  if isBlank(rendered.title) && !isBlank(rendered.body) { return "a text without a title" }
  if rendered.missing.contains(where: { values[$0] != nil }) { return "a token missed by mistake" }
  // Content is never interpreted as a token.
  let plain = Template.standard.render(values)
  // Without a headline, the title is the summary's first line.
  let isTitled = !isBlank(headline)
  if isTitled && plain.body != truncateAtWord(summary, to: Template.longestBody)
    || !plain.missing.isEmpty
  {
    return "content was taken for a template"
  }
  return escapeProblem(rendered.body)
}

/// Checks that the markup means exactly the text. (T10)
private func escapeProblem(_ text: String) -> String? {
  let escaped = escape(text)
  if escaped.unicodeScalars.contains(where: { $0 == "<" || $0 == ">" }) { return "live markup" }
  var read = String.UnicodeScalarView()
  var rest = Substring(escaped).unicodeScalars
  let entities: [(String, Unicode.Scalar)] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")]
  while let first = rest.first {
    let entity = entities.first { rest.starts(with: $0.0.unicodeScalars) }
    if first == "&", entity == nil { return "an ampersand that begins nothing" }
    read.append(entity?.1 ?? first)
    rest = rest.dropFirst(entity?.0.unicodeScalars.count ?? 1)
  }
  return read.elementsEqual(text.unicodeScalars) ? nil : "markup that says something else"
}

/// Opens a link. (D5)
func linkProblem(_ link: String) -> String? {
  guard let page = Features.all.kinds.page(link) else { return nil }
  if link.utf8.count > 256 { return "a long link" }
  switch page {
  case .history(let id?):
    return Features.all.kinds.page("carillon://history/\(id)") == page ? nil : "another row"
  case .settings(let name):
    return Features.all.kinds.page("carillon://settings/\(name)") == page ? nil : "another page"
  case .thread(let target):
    return target.kind == Brews.name ? nil : "the window of a kind without links"
  default: return "a page that no link may open"
  }
}
