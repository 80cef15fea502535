import CGio
package import CarillonEngine

/// A program that is run for one answer: bytes on its standard input, bytes from its standard output.
///
/// What it writes to its standard error is dropped. A program that does not read its input ends us,
/// unless we ignore SIGPIPE.
package final class ChildProcess {
  private let process: OpaquePointer
  private let cancellable: UnsafeMutablePointer<GCancellable>
  private var done: (([UInt8]?) -> Void)?
  private var deadline: Source?
  private var output: [UInt8]?

  /// Runs `arguments[0]`, in the root folder and with `environment` only.
  ///
  /// `done` is called exactly once, with what the program wrote; with nil if it could not be started,
  /// ended with a failure or by a signal, wrote more than `limit` bytes, or was not done after
  /// `deadline`. It is killed then.
  package static func run(
    _ arguments: [String], environment: [String], input: [UInt8], limit: Int, deadline: Span,
    done: @escaping ([UInt8]?) -> Void
  ) {
    let flags = GSubprocessFlags(
      rawValue: G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue
        | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue)
    let launcher = g_subprocess_launcher_new(flags)
    defer { g_object_unref(UnsafeMutableRawPointer(launcher)) }
    g_subprocess_launcher_set_cwd(launcher, "/")
    let count = arguments.count + 1
    let process = withCStrings(environment) { environment in
      g_subprocess_launcher_set_environ(launcher, environment)
      return withCStrings(arguments) { arguments in
        // C takes constant strings here.
        arguments.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: count) {
          g_subprocess_launcher_spawnv(launcher, $0, nil)
        }
      }
    }
    guard let process else { return done(nil) }
    ChildProcess(process, done).go(input, limit, deadline)
  }

  private init(_ process: OpaquePointer, _ done: @escaping ([UInt8]?) -> Void) {
    self.process = process
    self.done = done
    cancellable = g_cancellable_new()
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(process))
    g_object_unref(cancellable)
  }

  private func go(_ input: [UInt8], _ limit: Int, _ span: Span) {
    deadline = MainLoop.after(span) { self.end(nil) }
    write(input)
    guard let output = g_subprocess_get_stdout_pipe(process) else {
      preconditionFailure("there is a pipe, as asked for")
    }
    g_object_ref(output)
    StreamReader.read(output, limit: limit, until: cancellable) { result in
      guard case .success(let bytes) = result else { return self.end(nil) }
      self.output = bytes
      self.wait()
    }
  }

  /// A program that does not read to the end may have its answer all the same.
  private func write(_ input: [UInt8]) {
    guard let pipe = g_subprocess_get_stdin_pipe(process) else {
      preconditionFailure("there is a pipe, as asked for")
    }
    // Otherwise a write waits, and the main loop with it, until the program has read enough.
    let stream = UnsafeMutableRawPointer(pipe).assumingMemoryBound(to: GUnixOutputStream.self)
    g_unix_set_fd_nonblocking(g_unix_output_stream_get_fd(stream), 1, nil)
    // GIO does not copy what it writes.
    let bytes = g_bytes_new(input, gsize(input.count))
    asynchronously {
      g_output_stream_write_all_async(
        pipe, g_bytes_get_data(bytes, nil), g_bytes_get_size(bytes), G_PRIORITY_DEFAULT,
        self.cancellable, $0, $1)
    } done: { result in
      g_output_stream_write_all_finish(pipe, result, nil, nil)
      g_bytes_unref(bytes)
      g_output_stream_close_async(pipe, G_PRIORITY_DEFAULT, nil, nil, nil)
      withExtendedLifetime(self) {}
    }
  }

  private func wait() {
    asynchronously {
      g_subprocess_wait_check_async(process, cancellable, $0, $1)
    } done: { result in
      let succeeded = g_subprocess_wait_check_finish(self.process, result, nil) != 0
      self.end(succeeded ? self.output : nil)
    }
  }

  private func end(_ answer: [UInt8]?) {
    guard let done else { return }
    self.done = nil
    deadline?.cancel()
    deadline = nil
    // Does nothing once it has ended.
    g_subprocess_force_exit(process)
    g_cancellable_cancel(cancellable)
    done(answer)
  }
}

/// Calls `body` with a C array of `strings` that ends with null.
func withCStrings<R>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
  var copies = strings.map { g_strdup($0) } + [nil]
  defer { copies.forEach { g_free($0) } }
  return copies.withUnsafeMutableBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("it is not empty") }
    return body(start)
  }
}
