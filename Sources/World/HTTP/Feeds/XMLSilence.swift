import CXML

/// Keeps libxml2 from writing to stderr, which is the log, on this thread.
///
/// A parser's own handlers are not told of text that its encoding does not allow; libxml2 would
/// quote the bytes of it. (T28)
func silenceXML() {
  carillon_xml_ignore_messages()
  xmlSetStructuredErrorFunc(nil) { _, _ in }
}
