#pragma once
#include <libxml/xmlversion.h>
// ICU's headers, which only a private structure needs, clash with those that Foundation brings.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
