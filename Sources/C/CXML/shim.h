#pragma once
#include <libxml/xmlversion.h>
// ICU's headers, needed only for a private structure, clash with Foundation's.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

// Variadic: Swift can neither define such a function nor pass it.
static inline void carillon_xml_ignore(void *context, const char *message, ...) {
  (void)context;
  (void)message;
}
static inline void carillon_xml_ignore_messages(void) {
  xmlSetGenericErrorFunc(NULL, carillon_xml_ignore);
}
