import Foundation
import PushClient
import PushContract
import TestSupport
import Testing

@testable import Generate

/// Generated code is compiled by the languages' own compilers and run: its policy is the profile's, every
/// destination comes back as it was, and one with a parameter missing does not come back.
@Suite(.serialized) struct CompiledCodeTests {
  static func profiles(classes: Int) throws -> [Profile] {
    let hostile = try HostileProfile.profile(classes: classes)
    #expect(hostile.errors.map(\.description) == [])
    return [try Parcel.profile(), hostile.profile]
  }

  /// What the programs below print.
  static func expected(_ profile: Profile) -> [String] {
    let policy = ClientPolicy(profile)
    return [policy.json.text]
      + policy.destinations.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
        "\($0.key) yes"
      }
  }

  static func lines(_ ended: ForeignProgram.Ended) -> [String] {
    ended.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  static let samples = [
    "string": "a text/ä", "id": "a:b", "integer": "-7", "decimal": "0.5", "boolean": "true",
    "timestamp": "1700000000",
  ]

  static func compiled(_ name: String, _ arguments: [String]) throws {
    let ended = try ForeignProgram.run(name, arguments, joins: true)
    #expect(ended.status == 0, "\(name): \(ended.output.prefix(4_000))")
  }

  // MARK: - Swift

  /// The folder of the build that this test is in.
  static let products: URL? = {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument)
      while folder.path.count > 1 {
        folder.deleteLastPathComponent()
        let module = folder.appendingPathComponent("Modules/PushClient.swiftmodule").path
        if FileManager.default.fileExists(atPath: module) { return folder }
      }
    }
    return nil
  }()

  @Test(.enabled(if: products != nil && ForeignProgram.isInstalled("swiftc"), "swiftc is not on the PATH"))
  func swift() throws {
    let products = try #require(Self.products)
    let objects = try ["PushClient", "PushContract"].flatMap { module in
      try FileManager.default.contentsOfDirectory(
        at: products.appendingPathComponent("\(module).build"), includingPropertiesForKeys: nil
      ).map(\.path).filter { $0.hasSuffix(".o") }.sorted()
    }
    for profile in try Self.profiles(classes: 50) {
      for isPublic in [profile.app.name != "Parcel"] {
        var options = GenerateOptions()
        options.isPublic = isPublic
        let generator = SwiftGenerator(profile, options)
        let scratch = try ScratchFolder()
        let code = try scratch.file("Push.swift", generator.text).path
        let main = try scratch.file(
          "main.swift",
          """
          import PushClient
          let samples = \(Self.samples)
          let policy = ClientPolicy.\(generator.policyName)
          print(policy.json.text)
          for (name, place) in policy.destinations.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let wanted = Destination(name, place.parameters.compactMapValues { samples[$0] })
            var isRight = \(generator.typeName)(wanted)?.destination == wanted
            for missing in place.parameters.keys {
              var less = wanted
              less.parameters[missing] = nil
              if \(generator.typeName)(less) != nil { isRight = false }
            }
            print(name, isRight ? "yes" : "no")
          }
          """
        ).path
        let program = scratch.url.appendingPathComponent("program").path
        try Self.compiled(
          "swiftc",
          [
            "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
            "InternalImportsByDefault",
            "-enable-upcoming-feature", "ExistentialAny", "-I",
            products.appendingPathComponent("Modules").path,
            main, code,
          ] + objects + ["-lm", "-o", program])
        let ended = try ForeignProgram.run(program, [])
        #expect(ended.errors == "")
        #expect(Self.lines(ended) == Self.expected(profile))
      }
    }
  }

  // MARK: - The JVM

  /// For programs that run for seconds: the best code is not worth the time it takes to make.
  private static let quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]

  private static func javac(_ arguments: [String]) throws {
    try compiled("javac", quick.map { "-J" + $0 } + ["--release", "11", "-encoding", "UTF-8"] + arguments)
  }

  /// The client's Java classes, compiled.
  private static func core(_ scratch: ScratchFolder) throws -> String {
    let folder = scratch.url.appendingPathComponent("core").path
    let source = Parcel.root + "/Android/core/src/main/java/dev/pushwire/client"
    let files = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
      .filter { $0.hasSuffix(".java") }.map { source + "/" + $0 }
    try javac(["-d", folder] + files)
    return folder
  }

  private static func javaMain(_ name: String, _ policy: String, _ type: String, _ destination: String)
    -> String
  {
    let samples = samples.map { "samples.put(\"\($0)\", \"\($1)\");" }.sorted().joined(separator: "\n    ")
    return """
      import dev.pushwire.client.*;
      import java.util.*;
      import java.nio.charset.StandardCharsets;
      public class \(name) {
        public static void main(String[] arguments) throws Exception {
          Map<String, String> samples = new HashMap<>();
          \(samples)
          ClientPolicy policy = \(policy);
          java.io.PrintStream out = new java.io.PrintStream(System.out, true, "UTF-8");
          out.print(policy.json().text() + "\\n");
          for (String name : new TreeSet<>(policy.destinations.keySet())) {
            Map<String, String> values = new HashMap<>();
            policy.destinations.get(name).parameters.forEach((key, type) -> values.put(key, samples.get(type)));
            Destination wanted = new Destination(name, values);
            \(type) made = \(type).from(wanted);
            boolean isRight = made != null && made.\(destination)().equals(wanted);
            for (String missing : values.keySet()) {
              Map<String, String> less = new HashMap<>(values);
              less.remove(missing);
              if (\(type).from(new Destination(name, less)) != null) { isRight = false; }
            }
            out.print(name + (isRight ? " yes" : " no") + "\\n");
          }
        }
      }
      """
  }

  /// What each of the programs `Main0`, `Main1` … prints is its profile's.
  private static func runMains(_ profiles: [Profile], _ classes: [String]) throws {
    for (index, profile) in profiles.enumerated() {
      let ended = try ForeignProgram.run(
        "java", quick + ["-cp", classes.joined(separator: ":"), "Main\(index)"])
      #expect(lines(ended) == expected(profile), "\(ended.errors.prefix(2_000))")
    }
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("javac", "java"), "there is no javac"))
  func java() throws {
    let scratch = try ScratchFolder()
    let core = try Self.core(scratch)
    let profiles = try Self.profiles(classes: 1_000)
    var sources: [String] = []
    for (index, profile) in profiles.enumerated() {
      let generator = JavaGenerator(profile, GenerateOptions())
      let base = generator.names.base + "Push"
      sources.append(try scratch.file("java\(index)/\(base).java", generator.text).path)
      let type = "\(generator.package).\(base)"
      let main = Self.javaMain("Main\(index)", "\(type).policy()", "\(type).Place", "destination")
      sources.append(try scratch.file("Main\(index).java", main).path)
    }
    let classes = scratch.url.appendingPathComponent("classes").path
    try Self.javac(["-Xlint:all", "-Werror", "-cp", core, "-d", classes] + sources)
    try Self.runMains(profiles, [core, classes])
  }

  @Test(
    .enabled(if: ForeignProgram.isInstalled("kotlinc", "javac", "java"), "there is no kotlinc, or no javac"))
  func kotlin() throws {
    let scratch = try ScratchFolder()
    let core = try Self.core(scratch)
    let profiles = try Self.profiles(classes: 0)
    var sources: [String] = []
    var mains: [String] = []
    for (index, profile) in profiles.enumerated() {
      let generator = KotlinGenerator(profile, GenerateOptions())
      sources.append(try scratch.file("kotlin\(index)/Push.kt", generator.text).path)
      let package = generator.package
      let main = Self.javaMain(
        "Main\(index)", "\(package).\(generator.names.base)Push.policy()", "\(package).\(generator.typeName)",
        "getDestination")
      mains.append(try scratch.file("Main\(index).java", main).path)
    }
    // Packages of their own: one start of the compiler is enough.
    let library = scratch.url.appendingPathComponent("push.jar").path
    try Self.compiled(
      "kotlinc",
      Self.quick.map { "-J" + $0 } + ["-J-Xmx1g", "-Werror", "-cp", core, "-include-runtime", "-d", library]
        + sources)
    let classes = scratch.url.appendingPathComponent("classes").path
    try Self.javac(["-cp", "\(core):\(library)", "-d", classes] + mains)
    try Self.runMains(profiles, [core, library, classes])
  }
}
