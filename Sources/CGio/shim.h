#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
// Swift's Glibc module leaves timerfd out.
#include <sys/timerfd.h>
// … and gettext's bindings.
#include <libintl.h>
