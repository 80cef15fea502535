import CXML
import CarillonEngine

/// The text of a piece of HTML, read as leniently as browsers do. (T25)
///
/// libxml2 parses it as a stream of events; nothing is built or loaded. Callers must cut long
/// texts, because some of what libxml2 does takes quadratic time.
func plainText(ofHTML html: String) -> String {
  let flow = HTMLFlow()
  let created: htmlParserCtxtPtr? = htmlNewParserCtxt()
  guard let context = created else { preconditionFailure("there is memory") }
  defer { htmlFreeParserCtxt(context) }
  var handler = xmlSAXHandler()
  handler.startElement = { flow, name, _ in
    guard let name else { return }
    HTMLFlow.of(flow).text.start(String(cString: name).streamSafe)
  }
  handler.endElement = { flow, name in
    guard let name else { return }
    HTMLFlow.of(flow).text.end(String(cString: name).streamSafe)
  }
  handler.characters = { flow, text, length in
    HTMLFlow.of(flow).text.add(UnsafeBufferPointer(start: text, count: Int(length)))
  }
  handler.ignorableWhitespace = handler.characters
  context.pointee.sax.pointee = handler
  context.pointee.userData = Unmanaged.passUnretained(flow).toOpaque()
  let options =
    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
    | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
  // In a body, because libxml2 would put bare text into a paragraph of its own.
  let text = Array("<body>".utf8) + html.utf8
  silenceXML()
  withExtendedLifetime(flow) {
    text.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let document = htmlCtxtReadMemory(
        context, start, Int32(bytes.count), nil, "UTF-8", Int32(options))
      if let document { xmlFreeDoc(document) }
    }
  }
  return flow.text.text
}

/// The state of the parser's callbacks.
private final class HTMLFlow {
  var text = TextFlow()

  static func of(_ data: UnsafeMutableRawPointer?) -> HTMLFlow {
    guard let data else { preconditionFailure("libxml2 hands back what it was given") }
    return Unmanaged<HTMLFlow>.fromOpaque(data).takeUnretainedValue()
  }
}
