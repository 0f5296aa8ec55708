import Foundation
import TestSupport
import Testing

@testable import Service

@Suite struct OpenAPITests {
  private func document() throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(OpenAPI.document())) as? [String: Any])
  }

  @Test func everyRouteIsInIt() throws {
    let paths = try #require(try document()["paths"] as? [String: [String: Any]])
    #expect(Set(paths.keys) == Set(Route.allCases.map(\.pattern)))
    for route in Route.allCases {
      let operation = try #require(
        paths[route.pattern]?[route.method.rawValue.lowercased()] as? [String: Any])
      #expect(operation["operationId"] as? String == route.rawValue)
      let responses = try #require(operation["responses"] as? [String: Any])
      #expect(responses[String(route.operation.success)] != nil)
      for problem in route.operation.allProblems(route) { #expect(responses[String(problem.status)] != nil) }
      if route.bodyLimit > 0 { #expect(operation["requestBody"] != nil) }
      #expect((route.bodyLimit > 0) == (route.operation.body != nil))
    }
  }

  @Test func everyNameThatIsReferredToIsThere() throws {
    let names = Set(Schemas.all.map(\.name))
    #expect(names.count == Schemas.all.count)
    let text = String(decoding: OpenAPI.document(), as: UTF8.self)
    for match in text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/) {
      #expect(names.contains(String(match.1)))
    }
    for route in Route.allCases {
      let operation = route.operation
      for name in [operation.body, operation.answer].compactMap({ $0 }) { #expect(names.contains(name)) }
    }
  }

  /// The schema's members are those that the reader takes.
  @Test func schemasAndReadersKnowTheSameMembers() throws {
    let pairs: [(Schema, [StaticString])] = [
      (Schemas.registration, Call.registrationNames), (Schemas.notification, NotificationReader.names),
      (Schemas.campaignRequest, CampaignBody.names),
    ]
    for (schema, names) in pairs {
      guard case .object(let properties) = schema else {
        Issue.record("no object")
        continue
      }
      #expect(Set(properties.map(\.name)) == Set(names.map(\.description)))
    }
  }

  /// The examples fit their schemas, says a judge that we did not write.
  @Test(.enabled(if: ForeignProgram.isInstalled("python3")))
  func examplesFitTheirSchemas() throws {
    let folder = try ScratchFolder()
    try folder.file("openapi.json", Data(OpenAPI.document()))
    let script = """
      import json, sys
      try: import jsonschema
      except ImportError: sys.exit(77)
      doc = json.load(open("openapi.json"))
      count = 0
      for path, operations in doc["paths"].items():
        for method, operation in operations.items():
          places = [operation.get("requestBody", {})] + list(operation["responses"].values())
          for place in places:
            for content in place.get("content", {}).values():
              if "schema" not in content: continue
              schema = dict(content["schema"]); schema["components"] = doc["components"]
              jsonschema.Draft202012Validator.check_schema(schema)
              if "example" in content:
                jsonschema.Draft202012Validator(schema).validate(content["example"]); count += 1
      print(count)
      """
    let ended = try ForeignProgram.run("/usr/bin/python3", ["-c", script], in: folder.url)
    if ended.status == 77 { return print("skipped: python3 has no jsonschema") }
    #expect(ended.status == 0, "\(ended.errors.suffix(2000))")
    #expect((Int(ended.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) >= 18)
  }

  @Test func isServedAsItIs() throws {
    let stage = try ServerStage()
    let reply = stage.send("GET", "/openapi.json")
    #expect(reply.status == 200 && reply.string("openapi") == "3.1.0")
  }
}
