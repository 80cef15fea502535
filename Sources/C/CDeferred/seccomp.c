// Loaded by the process that decodes a picture.
#include <seccomp.h>

#include "deferred.h"

static struct carillon_library seccomp = {.name = "libseccomp.so.2"};
#define SECCOMP(result, function, parameters, arguments) \
  DEFERRED(seccomp, result, function, parameters, arguments)

SECCOMP(scmp_filter_ctx, seccomp_init, (uint32_t action), (action))
SECCOMP(int, seccomp_load, (const scmp_filter_ctx context), (context))
SECCOMP(void, seccomp_release, (scmp_filter_ctx context), (context))
SECCOMP(int, seccomp_rule_add_array,
        (scmp_filter_ctx context, uint32_t action, int call, unsigned int count,
         const struct scmp_arg_cmp *arguments),
        (context, action, call, count, arguments))
SECCOMP(int, seccomp_syscall_resolve_name, (const char *name), (name))
