import CXML
import CarillonEngine

extension FeedReader {
  /// Reads a whole feed, item by item, without building a tree or loading anything.
  ///
  /// No entity is ever expanded. The handler knows none, so using an entity that the feed declares
  /// is an error.
  func read(xml bytes: [UInt8]) throws(FetchFailure) {
    let bytes = try XMLRepair.repaired(bytes)
    if Self.declaresAttributes(bytes) { throw Self.declares }
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { data, local, prefix, uri, spaces, _, count, _, attributes in
      guard let local else { return }
      XMLScan.of(data).start(
        XMLName(local: local, prefix: prefix, uri: uri),
        UnsafeBufferPointer(start: attributes, count: Int(count) * 5), declaring: Int(spaces))
    }
    handler.endElementNs = { data, _, _, _ in XMLScan.of(data).end() }
    handler.characters = { data, text, length in
      XMLScan.of(data).text(UnsafeBufferPointer(start: text, count: Int(length)))
    }
    handler.cdataBlock = handler.characters
    handler.ignorableWhitespace = handler.characters
    handler.reference = { data, _ in XMLScan.of(data).refersToEntity() }
    // Resolves to an external entity, which is never loaded.
    handler.getParameterEntity = { data, _ in XMLScan.of(data).outside }
    // Should one have been overlooked.
    handler.attributeDecl = { data, _, _, _, _, _, values in
      xmlFreeEnumeration(values)
      XMLScan.of(data).refuse(FeedReader.declares)
    }
    // Without a handler, libxml2 would write errors to stderr.
    handler.serror = { _, _ in }
    silenceXML()
    let scan = XMLScan(self)
    try withExtendedLifetime(scan) { () throws(FetchFailure) in
      try scan.run(&handler, bytes)
    }
  }
  /// No feed has them, and the parser compares each with all others, and adds all to every element.
  static let declares = FetchFailure(.payload, "declares attributes of its own")

  private static func declaresAttributes(_ bytes: [UInt8]) -> Bool {
    bytes.contains("<!DOCTYPE") && bytes.contains("<!ATTLIST")
  }
}
