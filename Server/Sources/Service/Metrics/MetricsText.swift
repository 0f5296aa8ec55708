internal import Bytes

/// Writes Prometheus' text format (Prometheus, Exposition formats, version 0.0.4).
public struct MetricsText: ~Copyable {
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  public enum Kind: String { case counter, gauge, histogram }

  private var out = ByteBuffer(capacity: 16 * 1024)

  public init() {}

  public consuming func finish() -> [UInt8] { Array(out.bytes) }

  /// What follows are values of this metric.
  public mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    out.append("# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n")
    out.append("# TYPE \(name) \(kind.rawValue)\n")
  }

  public mutating func value(_ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: Int) {
    head(name, labels)
    out.append(" ")
    out.appendDecimal(value)
    out.append("\n")
  }

  public mutating func value(
    _ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: Double
  ) {
    head(name, labels)
    out.append(" \(value)\n")
  }

  /// Buckets in seconds, as is usual there.
  public mutating func histogram(
    _ name: String, _ labels: KeyValuePairs<String, String>, _ histogram: Histogram
  ) {
    var seen = 0
    for (index, count) in histogram.counts.enumerated() {
      seen += count
      let bound =
        index < Histogram.bounds.count ? "\(Double(Histogram.bounds[index]) / 1000)" : "+Inf"
      head(name + "_bucket", labels, ("le", bound))
      out.append(" \(seen)\n")
    }
    head(name + "_sum", labels)
    out.append(" \(histogram.sum / 1000)\n")
    head(name + "_count", labels)
    out.append(" \(seen)\n")
  }

  private mutating func head(
    _ name: String, _ labels: KeyValuePairs<String, String>, _ more: (String, String)? = nil
  ) {
    out.append(name)
    guard !labels.isEmpty || more != nil else { return }
    out.append("{")
    var isFirst = true
    for (key, value) in labels {
      label(key, value, isFirst)
      isFirst = false
    }
    if let more { label(more.0, more.1, isFirst) }
    out.append("}")
  }

  private mutating func label(_ key: String, _ value: String, _ isFirst: Bool) {
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    out.append("\(isFirst ? "" : ",")\(key)=\"\(escaped)\"")
  }
}
