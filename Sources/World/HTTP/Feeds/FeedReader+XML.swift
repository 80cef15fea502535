import CXML
import CarillonEngine

extension FeedReader {
  /// Reads a whole feed, item by item: no tree is built and nothing is loaded.
  ///
  /// No entity is ever expanded: the handler knows none, so one that the feed declares is an error
  /// where it is used.
  func read(xml bytes: [UInt8]) throws(FetchFailure) {
    guard let bytes = XMLRepair.repaired(bytes) else { throw FetchFailure(.payload, "a long tag") }
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { data, local, prefix, uri, _, _, count, _, attributes in
      guard let local else { return }
      XMLScan.of(data).start(
        XMLName(local: local, prefix: prefix, uri: uri),
        UnsafeBufferPointer(start: attributes, count: Int(count) * 5))
    }
    handler.endElementNs = { data, _, _, _ in XMLScan.of(data).end() }
    handler.characters = { data, text, length in
      XMLScan.of(data).text(UnsafeBufferPointer(start: text, count: Int(length)))
    }
    handler.cdataBlock = handler.characters
    handler.ignorableWhitespace = handler.characters
    handler.reference = { data, _ in XMLScan.of(data).refersToEntity() }
    // One that lies outside, which nobody loads.
    handler.getParameterEntity = { data, _ in XMLScan.of(data).outside }
    // Else libxml2 would write what it finds to stderr.
    handler.serror = { _, _ in }
    silenceXML()
    let scan = XMLScan(self)
    try withExtendedLifetime(scan) { () throws(FetchFailure) in
      try scan.run(&handler, bytes)
    }
  }
}
