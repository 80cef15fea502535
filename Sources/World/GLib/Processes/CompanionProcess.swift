import CGio
import Glibc

/// A program that runs beside us, with a socket to talk over.
///
/// It ends when we do, or let go of our end.
package enum CompanionProcess {
  /// The program finds its end of the socket here.
  package static let socket: Int32 = 3

  /// Gives this process a name in lists of processes: who is started by way of `/proc/self/exe` is called “exe” there.
  package static func beListed(as name: String) {
    let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    write(file, name, name.utf8.count)
    close(file)
  }

  /// Starts `arguments[0]` with our environment; `ended` is called, later, when it has ended or could not be started.
  ///
  /// Our end of the socket is the caller's; nil if the program could not be started.
  package static func start(_ arguments: [String], ended: @escaping () -> Void) -> Int32? {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      MainLoop.soon(ended)
      return nil
    }
    let launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE)
    // The launcher owns that end, and closes it.
    g_subprocess_launcher_take_fd(launcher, ends[1], socket)
    let count = arguments.count + 1
    let process = withCStrings(arguments) { arguments in
      // C takes constant strings here.
      arguments.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: count) {
        g_subprocess_launcher_spawnv(launcher, $0, nil)
      }
    }
    g_object_unref(UnsafeMutableRawPointer(launcher))
    guard let process else {
      close(ends[0])
      MainLoop.soon(ended)
      return nil
    }
    asynchronously {
      g_subprocess_wait_async(process, nil, $0, $1)
    } done: { result in
      g_subprocess_wait_finish(process, result, nil)
      g_object_unref(UnsafeMutableRawPointer(process))
      ended()
    }
    return ends[0]
  }
}
