import CXML

/// Keeps libxml2 on this thread from writing to stderr, which is the log.
///
/// A parser's own handlers do not receive encoding errors; libxml2 would print them with the bytes
/// in question. (T28)
func silenceXML() {
  carillon_xml_ignore_messages()
  xmlSetStructuredErrorFunc(nil) { _, _ in }
}
