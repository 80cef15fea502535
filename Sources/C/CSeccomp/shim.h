#pragma once
#include <errno.h>
#include <seccomp.h>

// Swift does not import a macro with parameters.

/// What SCMP_ACT_ERRNO(EPERM) is: the call is refused, and the process goes on.
static const uint32_t carillon_seccomp_refuse = SCMP_ACT_ERRNO(EPERM);
