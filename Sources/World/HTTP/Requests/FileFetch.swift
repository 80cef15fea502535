import CGio
import CarillonEngine
import CarillonGLib

/// Reads a file as if it were fetched: off the main thread, limited in size, with an ETag. (T25)
///
/// The ETag is made from size and modification time, so an unchanged file is not read again.
final class FileFetch {
  private let file: OpaquePointer
  private let job: FetchJob
  private let attempt: Attempt<FetchResult>
  private let trial: Trial?

  /// `trial` records the raw bytes.
  init(path: String, job: FetchJob, attempt: Attempt<FetchResult>, trial: Trial? = nil) {
    file = g_file_new_for_path(path)
    self.job = job
    self.attempt = attempt
    self.trial = trial
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(file))
  }

  /// Checks the file before opening it: opening a FIFO would wait for a writer.
  func start() {
    asynchronously {
      g_file_query_info_async(
        file, "standard::type,standard::size,time::modified,time::modified-usec",
        G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, attempt.cancellable, $0, $1)
    } done: { result in
      self.looked(result)
    }
  }

  private func looked(_ result: OpaquePointer) {
    guard !attempt.isOver else { return }
    do throws(GLibError) {
      let info = try throwing { g_file_query_info_finish(file, result, $0) }
      guard let info else { preconditionFailure("no information means an error") }
      defer { g_object_unref(UnsafeMutableRawPointer(info)) }
      guard g_file_info_get_file_type(info) == G_FILE_TYPE_REGULAR else {
        return attempt.fail(FetchFailure(.unreadable, "not a file"))
      }
      guard g_file_info_get_size(info) <= FetchSpec.largestBody else {
        return attempt.fail(.tooLarge)
      }
      // Taken before the file is read, so that the next fetch notices a write in between.
      let etag = Self.etag(of: info)
      if etag == job.etag { return attempt.end(.notModified) }
      open(etag: etag)
    } catch {
      fail(error)
    }
  }

  private func open(etag: String) {
    asynchronously {
      g_file_read_async(file, G_PRIORITY_DEFAULT, attempt.cancellable, $0, $1)
    } done: { result in
      do throws(GLibError) {
        let stream = try throwing { g_file_read_finish(self.file, result, $0) }
        guard let stream else { preconditionFailure("no stream means an error") }
        let input = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GInputStream.self)
        self.attempt.read(input) {
          [job = self.job, attempt = self.attempt, trial = self.trial] bytes in
          trial?.body = bytes
          attempt.end(.reading(bytes, for: job.spec, etag: etag))
        }
      } catch {
        self.fail(error)
      }
    }
  }

  /// Reports a failure, but never one of the network.
  private func fail(_ error: GLibError) {
    let failure = FetchFailure(error)
    attempt.fail(
      FetchFailure(failure.code == .timeout ? .timeout : .unreadable, failure.detail))
  }

  private static func etag(of info: OpaquePointer) -> String {
    let seconds = g_file_info_get_attribute_uint64(info, "time::modified")
    let micros = g_file_info_get_attribute_uint32(info, "time::modified-usec")
    return "\"\(seconds).\(micros)-\(g_file_info_get_size(info))\""
  }
}
