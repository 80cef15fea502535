import Glibc

/// Writes one line for the journal: codes, ids and counts only. (T28)
nonisolated func log(_ line: String) {
  let text = "carillon: \(line)\n"
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
