package import CarillonLedger

/// Something that a door or a window reads; it is answered at once and changes nothing.
package enum Query: Hashable, Codable, Sendable {
  case configuration
  /// A `StateReport`, as windows and the tray read it after every change.
  case state
  /// The same report with its `metrics` member, for programs. (B29)
  case wholeState
  case history(HistoryQuery)
  case explain(id: String)
  /// What a template would say of the stored content. Without a slot it is the next one's, or any;
  /// without a template the one that holds there. Only for the window. (T9)
  case preview(slotID: String?, Template?)
  /// The stored data and contacted hosts. Only for the window. (T29)
  case storage
  /// The statistics on push messages. Only for the window. (B29)
  case metrics
  /// What importing this document would change. (T29)
  case `import`(Document)
  /// The contents of a subject's window. Only for the windows. (B18)
  case detail(tag: String)
  /// What a digest stands for. Only for the window. (§5)
  case digest(id: Int64)
  /// The subjects that are listed on a page. (D16)
  case subjects
  /// Those of them that are about one thing. Only for the window. (D5)
  case subjectsAbout(String)
  /// The items of the plan source with this name. (J29)
  case plan(String)
}

/// A query together with the type of its answer.
///
/// Use the names in the extensions below: a query with another type than the engine answers ends
/// the process when it is read.
package struct TypedQuery<Value: Sendable>: Sendable {
  package let query: Query

  package init(_ query: Query) {
    self.query = query
  }
}

extension TypedQuery where Value == JSONValue {
  /// All settings with their values; a feature knows what its own mean.
  package static var configuration: TypedQuery { TypedQuery(.configuration) }
}

extension TypedQuery where Value == StateReport {
  package static var state: TypedQuery { TypedQuery(.state) }
}

extension TypedQuery where Value == HistoryPage {
  package static func history(_ query: HistoryQuery) -> TypedQuery { TypedQuery(.history(query)) }
}

extension TypedQuery where Value == ExplanationReport {
  package static func explain(id: String) -> TypedQuery { TypedQuery(.explain(id: id)) }
}

extension TypedQuery where Value == StorageReport {
  package static var storage: TypedQuery { TypedQuery(.storage) }
}

extension TypedQuery where Value == MetricsReport {
  package static var metrics: TypedQuery { TypedQuery(.metrics) }
}

extension TypedQuery where Value == DigestReport {
  package static func digest(id: Int64) -> TypedQuery { TypedQuery(.digest(id: id)) }
}

extension TypedQuery where Value == SubjectsReport {
  package static var subjects: TypedQuery { TypedQuery(.subjects) }
  package static func subjects(about thing: String) -> TypedQuery {
    TypedQuery(.subjectsAbout(thing))
  }
}

extension TypedQuery where Value == PlanReport {
  package static func plan(of source: String) -> TypedQuery { TypedQuery(.plan(source)) }
}

extension TypedQuery where Value == ImportReport {
  package static func `import`(_ document: Document) -> TypedQuery {
    TypedQuery(.import(document))
  }
}

extension TypedQuery where Value == Detail {
  package static func detail(tag: String) -> TypedQuery { TypedQuery(.detail(tag: tag)) }
}

extension Answer {
  /// What was read; throws the refusal.
  package func value<Value>(of reading: TypedQuery<Value>) throws(Refusal) -> Value {
    switch self {
    case .refused(let refusal): throw refusal
    case .done(let reply):
      guard let value = reply.value(as: Value.self) else {
        preconditionFailure("\(reading.query) is not answered with \(Value.self)")
      }
      return value
    }
  }
}
