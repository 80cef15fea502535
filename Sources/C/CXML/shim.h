#pragma once
#include <libxml/xmlversion.h>
// ICU's headers, which only a private structure needs, clash with those that Foundation brings.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

// Variadic: Swift can neither write such a function nor pass it on.
static inline void carillon_xml_ignore(void *context, const char *message, ...) {
  (void)context;
  (void)message;
}
static inline void carillon_xml_ignore_messages(void) {
  xmlSetGenericErrorFunc(NULL, carillon_xml_ignore);
}
