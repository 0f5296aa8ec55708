import Foundation
import Testing

@Suite struct InitCommandTests {
  private let googleServices = """
    {"project_info": {"project_number": "1", "project_id": "my-project"},
     "client": [{"client_info": {"mobilesdk_app_id": "1:1:android:1",
       "android_client_info": {"package_name": "org.example.shop"}},
       "api_key": [{"current_key": "AIzaSyA0123456789abcdefghijklmnopqrstuv"}]}]}
    """
  private let gradle = """
    plugins { id 'com.android.application' }
    android {
        namespace "org.example.shop"
        defaultConfig {
            applicationId "org.example.shop"
            minSdkVersion 24
            targetSdkVersion 34
        }
    }
    """

  @Test func aStarterIsWrittenOnceAndCheckFindsItsPlaceholders() throws {
    let scratch = try ScratchFolder()
    let first = try Program.run("init", in: scratch.url)
    #expect(first.exit == 0)
    #expect(first.output.contains("pushwire.yaml is written"))
    let check = try Program.run("check", "--json", in: scratch.url)
    #expect(check.exit == 1)
    let findings = check.object["findings"] as? [[String: Any]] ?? []
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0["code"] as? String == "placeholder" }, "\(findings)")
    // What is there stays.
    try scratch.file("pushwire.yaml", "mine: 1\n")
    let second = try Program.run("init", in: scratch.url)
    #expect(second.exit == 2)
    #expect(second.errors.contains("--force"))
    let file = scratch.url.appendingPathComponent("pushwire.yaml")
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine: 1\n")
    #expect(try Program.run("init", "--force", in: scratch.url).exit == 0)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("classes:"))
  }

  @Test func aProjectTellsItsValuesAndTheirPlaces() throws {
    let scratch = try ScratchFolder()
    try scratch.file("app/app/build.gradle", gradle)
    try scratch.file("app/app/google-services.json", googleServices)
    let ended = try Program.run("init", "app", "--output", "out.yaml", "--json", in: scratch.url)
    #expect(ended.exit == 0, "\(ended.output)")
    #expect(ended.object["file"] as? String == "out.yaml")
    let found = ended.object["found"] as? [String: [String: Any]] ?? [:]
    #expect(found["android_package"]?["value"] as? String == "org.example.shop")
    #expect((found["android_package"]?["place"] as? String)?.isEmpty == false)
    #expect(found["minimum_sdk"]?["value"] as? String == "24")
    #expect(found["project_id"]?["value"] as? String == "my-project")
    let text = try String(contentsOf: scratch.url.appendingPathComponent("out.yaml"), encoding: .utf8)
    #expect(text.contains("org.example.shop"))
    #expect(text.contains("my-project"))
    // The app's own files stay as they are, and their API key is nobody's business.
    #expect(!text.contains("AIza"))
    #expect(!ended.output.contains("AIza"))
  }

  @Test func severalPlacesTogether() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a/build.gradle", gradle)
    let services = try scratch.file("google-services.json", googleServices).path
    let ended = try Program.run("init", "a", services, in: scratch.url)
    #expect(ended.exit == 0)
    #expect(ended.output.contains("minimum sdk"))
    #expect(ended.output.contains("my-project"))
  }

  @Test func printedInsteadOfWritten() throws {
    let scratch = try ScratchFolder()
    let ended = try Program.run("init", "--output", "-", in: scratch.url)
    #expect(ended.exit == 0)
    #expect(ended.output.contains("classes:"))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("pushwire.yaml").path))
  }

  @Test func aFolderWithoutAnAppIsANoAndAMissingOneAThree() throws {
    let scratch = try ScratchFolder()
    try scratch.file("empty/readme.txt", "hello")
    let empty = try Program.run("init", "empty", in: scratch.url)
    #expect(empty.exit == 1)
    #expect(empty.errors.contains("where: empty"))
    #expect(try Program.run("init", "missing", in: scratch.url).exit == 3)
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("pushwire.yaml").path))
    #expect(try Program.run("init", "--output", "/nowhere/at/all.yaml", in: scratch.url).exit == 2)
  }
}
