import CXML
import CarillonEngine

/// One run of the parser.
final class XMLScan {
  private let reader: FeedReader
  private var context: xmlParserCtxtPtr?
  private var depth = 0
  /// The root element has ended; anything after it is ignored.
  private var isComplete = false
  private var isNoFeed = false
  private var entityLine: Int32?
  private var refusal: FetchFailure?
  /// How many namespaces each open element declares.
  private var declared: [Int] = []
  private var spaces = 0
  /// The parser looks for the namespace of each element among all that are open.
  private static let mostSpaces = 256
  /// The stand-in for every parameter entity of a document type.
  let outside = xmlEntityPtr.allocate(capacity: 1)

  init(_ reader: FeedReader) {
    self.reader = reader
    outside.initialize(to: xmlEntity())
    outside.pointee.type = XML_ENTITY_DECL
    outside.pointee.etype = XML_EXTERNAL_PARAMETER_ENTITY
  }

  isolated deinit {
    outside.deallocate()
  }

  static func of(_ data: UnsafeMutableRawPointer?) -> XMLScan {
    guard let data else { preconditionFailure("libxml2 hands back what it was given") }
    return Unmanaged<XMLScan>.fromOpaque(data).takeUnretainedValue()
  }

  func run(_ handler: inout xmlSAXHandler, _ bytes: [UInt8]) throws(FetchFailure) {
    let created = xmlCreatePushParserCtxt(
      &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    guard let context = created else { preconditionFailure("there is memory") }
    self.context = context
    defer {
      // Declaring an entity creates a document that the parser does not free.
      if let document = context.pointee.myDoc { xmlFreeDoc(document) }
      xmlFreeParserCtxt(context)
      self.context = nil
    }
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NODICT.rawValue))
    feed(bytes, to: context)
    if let refusal { throw refusal }
    if let entityLine { throw Self.entity(at: entityLine) }
    guard !isNoFeed else { throw FetchFailure(.payload, "neither JSON nor a feed") }
    guard !isComplete else { return }
    guard let error = xmlCtxtGetLastError(context) else {
      throw FetchFailure(.payload, "breaks off")
    }
    let line = Int32(error.pointee.line)
    let code = Int(error.pointee.code)
    switch code {
    case Int(XML_ERR_UNDECLARED_ENTITY.rawValue): throw Self.entity(at: line)
    case Int(XML_ERR_DOCUMENT_END.rawValue):
      throw FetchFailure(.payload, "line \(line): breaks off")
    default: throw FetchFailure(.payload, "line \(line): not well-formed (\(code))")
    }
  }

  private static func entity(at line: Int32) -> FetchFailure {
    FetchFailure(.payload, "line \(line): an entity of its own")
  }

  private func feed(_ bytes: [UInt8], to context: xmlParserCtxtPtr) {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty, !isComplete, !isNoFeed {
        let chunk = rest.prefix(1 << 14)
        rest = rest.dropFirst(chunk.count)
        let start = UnsafeRawBufferPointer(rebasing: chunk).baseAddress
        let error = xmlParseChunk(
          context, start?.assumingMemoryBound(to: CChar.self), Int32(chunk.count), 0)
        guard error == 0 || context.pointee.wellFormed != 0 else { return }
      }
      if !isComplete, !isNoFeed { xmlParseChunk(context, nil, 0, 1) }
    }
  }

  /// The start of an element that declares this many namespaces.
  func start(
    _ name: XMLName, _ attributes: UnsafeBufferPointer<UnsafePointer<xmlChar>?>,
    declaring count: Int
  ) {
    depth += 1
    declared.append(count)
    spaces += count
    guard spaces <= Self.mostSpaces else {
      return refuse(FetchFailure(.payload, "too many namespaces"))
    }
    let isFeed = reader.start(name) { wanted in
      // Five pointers each: local name, prefix, namespace, start and end of the value.
      for index in stride(from: 0, to: attributes.count, by: 5) {
        guard let local = attributes[index], attributes[index + 1] == nil,
          let start = attributes[index + 3], let end = attributes[index + 4],
          String(cString: local).streamSafe == wanted
        else { continue }
        return String(
          decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self
        ).streamSafe
      }
      return nil
    }
    if !isFeed { stop(\.isNoFeed) }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    reader.text(bytes)
  }

  func end() {
    reader.end()
    depth -= 1
    spaces -= declared.popLast() ?? 0
    if depth == 0 { stop(\.isComplete) }
  }

  func refuse(_ failure: FetchFailure) {
    refusal = failure
    stop(\.isNoFeed)
  }

  func refersToEntity() {
    entityLine = context.map { $0.pointee.input.pointee.line }
    stop(\.isNoFeed)
  }

  private func stop(_ reason: ReferenceWritableKeyPath<XMLScan, Bool>) {
    self[keyPath: reason] = true
    if let context { xmlStopParser(context) }
  }
}
