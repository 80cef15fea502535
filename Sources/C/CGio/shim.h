#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
// Swift's Glibc module leaves timerfd out.
#include <sys/timerfd.h>
// … and malloc_trim.
#include <malloc.h>
// … and gettext's bindings.
#include <libintl.h>
// … and what a locale says of its week.
#include <langinfo.h>
static const int carillon_first_weekday = _NL_TIME_FIRST_WEEKDAY;
static const int carillon_week_first_day = _NL_TIME_WEEK_1STDAY;
