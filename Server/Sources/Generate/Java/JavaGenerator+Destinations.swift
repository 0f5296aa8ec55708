internal import PushContract

extension JavaGenerator {
  func destinations(_ out: inout SourceText) {
    out.line("/** The places that a tap or a link leads to. */")
    out.block("public abstract static class Place {") { out in
      out.line("private Place() {}")
      out.line()
      out.line("/** As the client and the payloads name it. */")
      out.line("public abstract Destination destination();")
      out.line()
      out.line("/** The address of a link that leads here; null where none does. */")
      out.block("public String link() {") { $0.line("return null;") }
      out.line()
      reading(&out)
      out.line()
      common(&out)
      for place in names.places {
        out.line()
        write(place, &out)
      }
    }
  }

  private func common(_ out: inout SourceText) {
    out.line("@Override")
    out.block("public final boolean equals(Object other) {") { out in
      out.line("return other instanceof Place && ((Place) other).destination().equals(destination());")
    }
    out.line()
    out.line("@Override")
    out.block("public final int hashCode() {") { $0.line("return destination().hashCode();") }
    out.line()
    out.line("/** The name alone: parameters are the person's affair. */")
    out.line("@Override")
    out.block("public final String toString() {") { $0.line("return destination().name();") }
    if let host = policy.links.hosts.first, hasLinks {
      out.line()
      out.block("private static String address(String path) {") { out in
        out.line("return path == null ? null : \(TextLiteral.java("https://\(host)/")) + path;")
      }
    }
  }

  private func reading(_ out: inout SourceText) {
    out.line("/** Null where the name is unknown, or a parameter is missing or not of its type. */")
    out.block("public static Place from(Destination destination) {") { out in
      out.block("switch (destination.name()) {") { out in
        for place in names.places {
          out.block("case \(TextLiteral.java(place.name)): {") { out in
            for value in place.parameters {
              out.line(
                "\(Self.boxed(value.type)) \(value.identifier) = "
                  + "DestinationValue.\(JVMWords.reader(value.type))("
                  + "destination.parameters().get(\(TextLiteral.java(value.name))));")
            }
            let values = place.parameters.map {
              $0.identifier + ($0.type == .timestamp ? " * 1000" : "")
            }
            let made = "new \(place.identifier)(\(values.joined(separator: ", ")))"
            let missing = place.parameters.map { "\($0.identifier) == null" }.joined(separator: " || ")
            out.line(missing.isEmpty ? "return \(made);" : "return \(missing) ? null : \(made);")
          }
        }
        out.line("default:")
        out.line("  return null;")
      }
    }
  }

  private func write(_ place: CodeNames.Place, _ out: inout SourceText) {
    if place.accountRequired { out.line("/** For somebody who is signed in. */") }
    out.block("public static final class \(place.identifier) extends Place {") { out in
      for value in place.parameters {
        if value.type == .timestamp { out.line("/** Milliseconds since 1970. */") }
        out.line("public final \(Self.plain(value.type)) \(value.identifier);")
      }
      if !place.parameters.isEmpty { out.line() }
      let arguments = place.parameters.map { "\(Self.plain($0.type)) \($0.identifier)" }
      if arguments.isEmpty {
        out.line("public \(place.identifier)() {}")
      } else {
        out.block("public \(place.identifier)(\(arguments.joined(separator: ", "))) {") { out in
          for value in place.parameters { out.line("this.\(value.identifier) = \(value.identifier);") }
        }
      }
      out.line()
      out.line("@Override")
      out.block("public Destination destination() {") { out in
        guard !place.parameters.isEmpty else {
          out.line("return new Destination(\(TextLiteral.java(place.name)));")
          return
        }
        out.line("Map<String, String> parameters = new LinkedHashMap<>();")
        for value in place.parameters {
          out.line("parameters.put(\(TextLiteral.java(value.name)), \(Self.toText(value)));")
        }
        out.line("return new Destination(\(TextLiteral.java(place.name)), parameters);")
      }
      guard let path = place.path, !policy.links.hosts.isEmpty else { return }
      out.line()
      out.line("@Override")
      out.block("public String link() {") { out in
        let parts = JVMWords.parts(path, of: place, TextLiteral.java, Self.toText)
        out.line("return address(DestinationValue.path(\(parts)));")
      }
    }
  }

  private static func plain(_ type: ParameterType) -> String {
    switch type {
    case .string, .id: "String"
    case .integer, .timestamp: "long"
    case .decimal: "double"
    case .boolean: "boolean"
    }
  }

  private static func boxed(_ type: ParameterType) -> String {
    switch type {
    case .string, .id: "String"
    case .integer, .timestamp: "Long"
    case .decimal: "Double"
    case .boolean: "Boolean"
    }
  }

  private static func toText(_ value: CodeNames.Value) -> String {
    switch value.type {
    case .string, .id: value.identifier
    case .integer: "Long.toString(\(value.identifier))"
    case .boolean: "Boolean.toString(\(value.identifier))"
    case .decimal: "DestinationValue.text(\(value.identifier))"
    case .timestamp: "Long.toString(Math.floorDiv(\(value.identifier), 1000L))"
    }
  }
}
