extension Template {
  /// The longest title or body that a template may have, in scalars: a character may have many.
  private static let longest = 4000

  package init(_ field: Field) throws(Refusal) {
    let members = try field.members(known: ["title", "body"])
    title = try members.required("title", in: field).text()
    body = try members.required("body", in: field).text()
    for (name, text) in [("title", title), ("body", body)]
    where text.unicodeScalars.count > Template.longest {
      throw Refusal(.invalidArgument, "\(field.path).\(name): is too long")
    }
    title = clean(title, lines: false)
    body = clean(body, lines: true)
  }

  package var document: JSONValue { .object(["title": .text(title), "body": .text(body)]) }
}
