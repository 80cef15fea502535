// Loaded at the first message in Markdown.
#include <cmark.h>

#include "deferred.h"

// Each release has a name of its own.
static struct carillon_library mark = {.name = "libcmark.so." CMARK_VERSION_STRING};
#define MARK(result, function, parameters, arguments) \
  DEFERRED(mark, result, function, parameters, arguments)

MARK(void, cmark_iter_free, (cmark_iter * iter), (iter))
MARK(cmark_node *, cmark_iter_get_node, (cmark_iter * iter), (iter))
MARK(cmark_iter *, cmark_iter_new, (cmark_node * root), (root))
MARK(cmark_event_type, cmark_iter_next, (cmark_iter * iter), (iter))
MARK(void, cmark_node_free, (cmark_node * node), (node))
MARK(int, cmark_node_get_list_start, (cmark_node * node), (node))
MARK(cmark_list_type, cmark_node_get_list_type, (cmark_node * node), (node))
MARK(const char *, cmark_node_get_literal, (cmark_node * node), (node))
MARK(cmark_node_type, cmark_node_get_type, (cmark_node * node), (node))
MARK(const char *, cmark_node_get_url, (cmark_node * node), (node))
MARK(cmark_node *, cmark_parse_document, (const char *text, size_t length, int options),
     (text, length, options))
