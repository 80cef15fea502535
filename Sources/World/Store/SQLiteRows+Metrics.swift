import CarillonEngine

/// The rows that metrics are counted from, limited to the newest. (B29)
extension SQLiteRows {
  func messageSamples(limit: Int) throws(StoreFailure) -> [MessageSample] {
    // The outcome of a command is not a message. A merged message was shown with its digest. A
    // banner means there was no server.
    try all(
      """
      SELECT status, created_at, decided_at, CASE WHEN reason = '\(Reason.banner.rawValue)' THEN NULL
          ELSE coalesce(shown_at, (SELECT shown_at FROM notif_deliveries WHERE id = one.merged_into))
        END, released_at IS NOT NULL, response, responded_at, json_extract(request, '$.category')
      FROM (SELECT * FROM notif_deliveries WHERE decided_at IS NOT NULL
        ORDER BY decided_at DESC, id DESC LIMIT ?) AS one
      WHERE origin = 'message' AND tag NOT GLOB 'command:*' ORDER BY decided_at DESC, id DESC
      """, max(0, limit))
  }

  func commandCounts(limit: Int) throws(StoreFailure) -> MetricsReport.Commands {
    let counts: MetricsReport.Commands? = try first(
      """
      SELECT count(*), count(*) FILTER (WHERE status = 'done'),
        count(*) FILTER (WHERE status = 'failed'),
        count(*) FILTER (WHERE status = 'done' AND EXISTS (
          SELECT 1 FROM commands AS former INDEXED BY failed_commands
          WHERE former.tag = new.tag AND former.action = new.action AND former.id < new.id
            AND former.status = 'failed'))
      FROM (SELECT * FROM commands ORDER BY id DESC LIMIT ?) AS new
      """, max(0, limit))
    return counts ?? MetricsReport.Commands()
  }

  func eventCounts(limit: Int) throws(StoreFailure) -> [MetricsReport.ErrorCount] {
    try all(
      """
      SELECT code, count(*) FROM (SELECT code FROM events ORDER BY id DESC LIMIT ?)
      GROUP BY code ORDER BY code
      """, max(0, limit))
  }
}

extension MessageSample: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      status: try columns.value(Delivery.Status.init(rawValue:)), createdAt: try columns.instant(),
      decidedAt: try columns.instant(), shownAt: try columns.optionalInstant(),
      wasHeld: try columns.flag(), response: try columns.optionalText(),
      respondedAt: try columns.optionalInstant(), category: try columns.optionalText() ?? "")
  }
}

extension MetricsReport.Commands: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init()
    sent = try columns.count()
    done = try columns.count()
    failed = try columns.count()
    retriesThatWorked = try columns.count()
  }
}

extension MetricsReport.ErrorCount: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(code: try columns.text(), count: try columns.count())
  }
}
