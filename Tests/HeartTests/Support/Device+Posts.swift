import CarillonFeatures

extension Device {
  /// What was posted, without the documents that were asked for.
  var sent: [(job: PostJob, ticket: Ticket, at: Instant)] { posts.filter { $0.job.method != .get } }

  /// The documents that were asked for.
  var asked: [(job: PostJob, ticket: Ticket, at: Instant)] {
    posts.filter { $0.job.method == .get }
  }
}
