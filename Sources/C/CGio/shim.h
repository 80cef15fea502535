#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
// Missing from Swift's Glibc module: timerfd.
#include <sys/timerfd.h>
// malloc_trim and mallopt.
#include <malloc.h>
// gettext.
#include <libintl.h>
// The first weekday of a locale.
#include <langinfo.h>
static const int carillon_first_weekday = _NL_TIME_FIRST_WEEKDAY;
static const int carillon_week_first_day = _NL_TIME_WEEK_1STDAY;
