import CSeccomp
import Glibc

/// Limits for a process that is about to handle bytes from strangers; none of them can be undone.
enum Confinement {
  /// Of work, not of waiting.
  private static let mostSeconds: rlim_t = 2
  /// In bytes: a progressive JPEG of 25 megapixels takes 150 MB for its coefficients, and its pixels
  /// 75 MB more.
  private static let mostMemory: rlim_t = 400 << 20

  /// Bounds processor time, memory and the size of files.
  static func limitResources() {
    limit(RLIMIT_CPU, to: mostSeconds)
    limit(RLIMIT_DATA, to: mostMemory)
    limit(RLIMIT_AS, to: 1 << 30)
    limit(RLIMIT_FSIZE, to: 0)
    limit(RLIMIT_CORE, to: 0)
  }

  private static func limit(_ resource: __rlimit_resource, to most: rlim_t) {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  /// From here on the kernel refuses whatever opens, connects, starts or asks; what is left is memory,
  /// and the files that are open.
  ///
  /// Where the kernel has no seccomp, the other limits remain.
  static func refuseSystemCalls() {
    guard let filter = seccomp_init(carillon_seccomp_refuse) else { return }
    defer { seccomp_release(filter) }
    for name in allowed {
      let call = seccomp_syscall_resolve_name(name)
      // Not every architecture has every call.
      guard call != __NR_SCMP_ERROR else { continue }
      seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 0, nil)
    }
    seccomp_load(filter)
  }

  private static let allowed = [
    "brk", "mmap", "mmap2", "munmap", "mremap", "mprotect", "madvise", "futex", "futex_time64",
    "read", "write", "close", "fstat", "newfstatat", "lseek", "sched_yield", "getrandom",
    "clock_gettime", "clock_gettime64", "gettimeofday", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn", "restart_syscall", "exit", "exit_group",
  ]
}
