#pragma once
#include <libsoup/soup.h>
// Swift's Glibc module leaves malloc_trim out.
#include <malloc.h>
