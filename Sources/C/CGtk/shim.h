#pragma once
#include <gtk/gtk.h>
#include <gtk/gtk-a11y.h>
#include <libayatana-appindicator/app-indicator.h>
