#pragma once
#include <gtk/gtk.h>
#include <libayatana-appindicator/app-indicator.h>
