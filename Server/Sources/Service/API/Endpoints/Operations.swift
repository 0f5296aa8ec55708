internal import Store

/// What operators and monitors ask.
extension Call {
  func metrics() throws(Problem) {
    if api.context.metricsNeedKey { _ = try key(.read) }
    answer(contentType: "text/plain; version=0.0.4; charset=utf-8", api.context.metrics())
  }

  func readiness() {
    let readiness = api.context.readiness()
    let body = JSONWriter.object { out in
      out.member("status", readiness.isReady ? "ready" : "not ready")
      out.object("faults") { readiness.faults.write(&$0) }
      out.object("warnings") { readiness.warnings.write(&$0) }
    }
    answer(readiness.isReady ? 200 : 503, body)
  }

  /// GET /v1/stats: the daily roll-ups.
  func stats() throws(Problem) {
    let key = try key(.read)
    guard key.isForAllTenants else {
      throw Problem(.otherTenant, "The statistics are of all tenants together; this key is for one.")
    }
    let today = now / 86_400_000
    let to = try day("to") ?? today
    let from = try day("from") ?? to - 6
    guard from <= to, to - from < 400 else {
      throw Problem(
        .invalidQuery, "The days must go from an earlier to a later one, 400 at most.", field: "from")
    }
    let counts = try read { (reader) throws(StoreError) in try reader.rollups(fromDay: from, toDay: to) }
    answer(
      JSONWriter.object { out in
        out.member("from", Self.date(from))
        out.member("to", Self.date(to))
        out.array("counts") { out in
          for (key, count) in CohortFold.fold(counts, minimum: api.minimumCohort) {
            out.object { out in
              out.member("day", Self.date(key.day))
              out.member("metric", key.metric)
              out.member("class", present: key.className)
              out.member("platform", present: key.platform)
              out.member("os_major", present: key.osMajor)
              out.member("app_version", present: key.appVersion)
              out.member("count", count)
            }
          }
        }
      })
  }

  private static func date(_ day: Int) -> String { String(Instant.text(day * 86_400_000).prefix(10)) }

  private func day(_ name: String) throws(Problem) -> Int? {
    guard let text = request.query(name) else { return nil }
    guard text.utf8.count == 10, let time = Instant.parse(text + "T00:00:00Z") else {
      throw Problem(
        .invalidQuery, "The query parameter \(name) must be a day, as in 2030-01-31.", field: name)
    }
    return time / 86_400_000
  }
}

extension [String: String] {
  fileprivate func write(_ out: inout JSONWriter) {
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      out.key(key)
      out.value(value)
    }
  }
}
