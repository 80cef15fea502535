import Glibc

/// The version of HTTP that is spoken.
package enum HTTPVersion {
  /// Has libsoup speak HTTP/1.1 only, in the whole process.
  ///
  /// Call it before any other thread has been started. Of HTTP/2, libsoup reads as long as frames come
  /// and does not go back to the main loop, so that no deadline would fire. (T25)
  package static func useFirst() { setenv("SOUP_FORCE_HTTP1", "1", 1) }
}
