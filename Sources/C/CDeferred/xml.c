// Loaded at the first feed.
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include "deferred.h"

static struct carillon_library xml = {.name = "libxml2.so.2"};
#define XML(result, function, parameters, arguments) \
  DEFERRED(xml, result, function, parameters, arguments)

XML(htmlParserCtxtPtr, htmlCreatePushParserCtxt,
    (htmlSAXHandlerPtr handler, void *data, const char *chunk, int size, const char *name,
     xmlCharEncoding encoding),
    (handler, data, chunk, size, name, encoding))
XML(htmlDocPtr, htmlCtxtReadMemory,
    (htmlParserCtxtPtr context, const char *bytes, int size, const char *address,
     const char *encoding, int options),
    (context, bytes, size, address, encoding, options))
XML(int, htmlCtxtUseOptions, (htmlParserCtxtPtr context, int options), (context, options))
XML(const htmlEntityDesc *, htmlEntityLookup, (const xmlChar *name), (name))
XML(void, htmlFreeParserCtxt, (htmlParserCtxtPtr context), (context))
XML(htmlParserCtxtPtr, htmlNewParserCtxt, (void), ())
XML(int, htmlParseChunk,
    (htmlParserCtxtPtr context, const char *chunk, int size, int terminate),
    (context, chunk, size, terminate))
XML(xmlParserCtxtPtr, xmlCreatePushParserCtxt,
    (xmlSAXHandlerPtr handler, void *data, const char *chunk, int size, const char *name),
    (handler, data, chunk, size, name))
XML(xmlErrorPtr, xmlCtxtGetLastError, (void *context), (context))
XML(int, xmlCtxtUseOptions, (xmlParserCtxtPtr context, int options), (context, options))
XML(void, xmlFreeDoc, (xmlDocPtr document), (document))
XML(void, xmlFreeEnumeration, (xmlEnumerationPtr values), (values))
XML(void, xmlFreeParserCtxt, (xmlParserCtxtPtr context), (context))
XML(int, xmlParseChunk, (xmlParserCtxtPtr context, const char *chunk, int size, int terminate),
    (context, chunk, size, terminate))
XML(void, xmlSetGenericErrorFunc, (void *data, xmlGenericErrorFunc handler), (data, handler))
XML(void, xmlSetStructuredErrorFunc, (void *data, xmlStructuredErrorFunc handler), (data, handler))
XML(void, xmlStopParser, (xmlParserCtxtPtr context), (context))
