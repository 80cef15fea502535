import Glibc

/// A program that a test runs, with no signal blocked.
///
/// Foundation's `Process` passes on the signal mask of its thread, and test threads block
/// everything. The program would then neither end on request nor notice the end of its own
/// children.
package final class Child {
  package struct Failure: Error {
    package let code: Int32
  }

  package let pid: Int32
  /// The exit code, or minus the signal that ended it; nil while it runs.
  package private(set) var status: Int32?

  /// `files` are the descriptors 0, 1, and 2, in order.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], files: [Int32],
    folder: String = "/"
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var argv = (["env", "-C", folder, program] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, "env", &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Failure(code: code) }
    self.pid = pid
  }

  deinit {
    end()
  }

  /// Whether it is still running; notes its end.
  package var isRunning: Bool {
    guard status == nil else { return false }
    var code: Int32 = 0
    guard waitpid(pid, &code, WNOHANG) == pid else { return true }
    status = code & 0x7F == 0 ? (code >> 8) & 0xFF : -(code & 0x7F)
    return false
  }

  /// Kills it if it is still running, and waits until it has ended.
  package func end() {
    guard isRunning else { return }
    kill(pid, SIGKILL)
    while isRunning { usleep(1000) }
  }
}
