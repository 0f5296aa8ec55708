import Foundation
import PushContract
import TestSupport
import Testing

@testable import ProfileFile

struct ProfileFileTests {
  @Test func theExampleIsSound() throws {
    let reading = try ProfileFile.load(path: Parcel.path)
    #expect(reading.checked().map(\.description) == [])
    #expect(
      reading.profile.classes.map(\.name) == ["order_shipped", "sign_in_code", "promo", "orders_changed"])
  }

  @Test func theExampleIsReadAsItIsWritten() throws {
    let profile = try ProfileFile.load(path: Parcel.path).profile
    #expect(
      profile.app.ios == AppleApp(bundleID: "com.example.parcel", teamID: "ABCDE12345", minimumOS: "15.0"))
    #expect(profile.app.android == AndroidApp(package: "com.example.parcel", minimumSDK: 26, targetSDK: 35))
    #expect(profile.credentials.apns.map(\.environments) == [[.sandbox, .production]])
    #expect(profile.credentials.fcm?.projectID == "parcel-example")
    #expect(profile.priming.reoffer == Reoffer(after: 14 * 86_400, times: 2))
    #expect(profile.priming.provisional)
    #expect(profile.channels.map(\.importance) == [.high, .high, .low])
    #expect(profile.tasks.map(\.earliestBegin) == [14_400, 0])
    #expect(profile.actions.first?.actions.map(\.id) == ["track", "mute"])

    let shipped = try #require(profile.notificationClass("order_shipped"))
    #expect(shipped.priority == .high && shipped.timeToLive == .seconds(172_800))
    #expect(shipped.collapse == .key(Template(parts: [.literal("order-"), .parameter("order")])))
    #expect(shipped.badge == .parameter("unread") && shipped.sound == .default)
    #expect(shipped.foreground == [.banner, .list, .sound, .badge])
    let argument = NotificationClass.Route.Argument(name: "order", parameter: "order")
    #expect(shipped.destination == NotificationClass.Route(destination: "order", arguments: [argument]))

    let promo = try #require(profile.notificationClass("promo"))
    #expect(promo.body == .localized(key: "PROMO_BODY", arguments: [Template(parts: [.parameter("offer")])]))
    #expect(promo.priority == .low && promo.foreground.isEmpty)

    let silent = try #require(profile.notificationClass("orders_changed"))
    #expect(silent.kind == .silent && silent.priority == .normal)
    #expect(silent.reconcile == "GET /v1/orders?changed=1")
  }

  @Test func whatCannotBeReadIsToldApart() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path
    func error(_ path: String) -> ProfileFileError? {
      do throws(ProfileFileError) {
        _ = try ProfileFile.load(path: path)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(folder + "/not-there.yaml")?.code == .notFound)
    #expect(error(folder + "/not-there.yaml")?.kind == .unreadable)
    #expect(error(folder)?.code == .unreadable)
    let large = try scratch.file("large.yaml", Data(repeating: 0x20, count: ProfileFile.maximumBytes + 1))
    #expect(error(large.path)?.code == .tooLarge)
  }
}

struct YAMLReadingTests {
  static func fault(_ text: String) -> String? { fault(Array(text.utf8)) }
  static func fault(_ bytes: [UInt8]) -> String? {
    do throws(ProfileFileError) {
      _ = try ProfileFile.parse(bytes: bytes, file: "p")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func whatAProfileMayNotUseIsRefused() {
    #expect(
      Self.fault("a: &x 1\nb: *x\n")
        == "p:1:4: error: anchors (`&name`) are not used in a profile [yaml-alias]\n"
        + "  text that starts with & needs quotes")
    #expect(
      Self.fault("a: 1\nb: *x\n")
        == "p:2:4: error: aliases (`*name`) are not used in a profile [yaml-alias]\n"
        + "  write the value out; text that starts with * needs quotes")
    #expect(
      Self.fault("a: 1\n<<: {b: 1}\n")
        == "p:2:1: error: merge keys (`<<`) are not used in a profile [yaml-merge-key]\n  write the keys out")
    #expect(
      Self.fault("a: !!str 1\n")
        == "p:1:4: error: tags (`!name`) are not used in a profile [yaml-tag]\n"
        + "  text that starts with ! needs quotes")
    #expect(
      Self.fault("a: 1\n---\nb: 1\n")
        == "p:2:1: error: a second document starts here [yaml-documents]\n  a profile is one document: remove `---`"
    )
    #expect(
      Self.fault("? [a]\n: 1\n")
        == "p:1:3: error: a key must be a plain word [yaml-key]\n  text that starts with { or [ needs quotes")
    #expect(
      Self.fault("# nothing\n")
        == "p: error: the profile is empty [file-empty]\n  `pushwire init` writes one to start from")
  }

  @Test func faultsOfYAMLHaveTheirPlace() {
    #expect(
      Self.fault("a:\n\tb: 1\n")
        == "p:2:1: error: this is no YAML: found character that cannot start any token, "
        + "while scanning for the next token [yaml-syntax]\n  indent with spaces, not tabs")
    #expect(
      Self.fault("title: Hello: World\n")
        == "p:1:13: error: this is no YAML: mapping values are not allowed in this context [yaml-syntax]\n"
        + "  a text with `: ` in it needs quotes; or the indentation is wrong")
    #expect(
      Self.fault("a:\n  title: {name} has it\n")
        == "p:2:17: error: this is no YAML: did not find expected key, while parsing a block mapping "
        + "[yaml-syntax]\n  a text that starts with { needs quotes: \"{name} …\"")
    #expect(
      Self.fault("a: 1\nb: \u{1}\n")
        == "p:2:4: error: this is no YAML: control characters are not allowed [yaml-syntax]\n"
        + "  remove the control character")
  }

  @Test func whatIsNotClosedIsSaid() {
    for text in ["a: [\n", "a: [1, 2\nb: 1\n", "a: {b: 1\nc: 2\n"] {
      #expect(
        Self.fault(text)?.hasSuffix("a [ or { is not closed, or a text with such a mark needs quotes") == true
      )
    }
  }

  @Test func bytesThatAreNoTextAreToldWithTheirPlace() {
    #expect(
      Self.fault([0x61, 0x3A, 0x20, 0x0A, 0x62, 0xFF])
        == "p:2:2: error: the file is not UTF-8: a wrong byte stands here [file-not-utf8]\n  save it as UTF-8"
    )
    #expect(
      Self.fault([0xFF, 0xFE, 0x61, 0x00])
        == "p: error: the file is UTF-16 [file-not-utf8]\n  save it as UTF-8")
  }

  @Test func depthAndSizeAreBounded() {
    #expect(Self.fault(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)) == nil)
    #expect(Self.fault(String(repeating: "[", count: 500_000))?.contains("[yaml-too-deep]") == true)
    #expect(Self.fault(String(repeating: "{a: ", count: 40))?.contains("[yaml-too-deep]") == true)
    let many = "a: [" + String(repeating: "1,", count: 200_000) + "]"
    #expect(Self.fault(many)?.contains("[yaml-too-many-values]") == true)
  }

  @Test func theTreeKeepsPlacesQuotesAndDoubledKeys() throws {
    let text = "\u{FEFF}a: 1\nü: \"x\"\na:\n  - |\n    y\n"
    let root = try ProfileFile.parse(bytes: Array(text.utf8))
    guard case .mapping(let entries) = root.content else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map(\.key) == ["a", "ü", "a"])
    #expect(entries.map(\.position.line) == [1, 2, 3])
    #expect(entries[0].value.content == .scalar(ProfileNode.Scalar("1")))
    #expect(entries[0].value.position == ProfilePosition(line: 1, column: 4))
    #expect(entries[1].value.content == .scalar(ProfileNode.Scalar("x", quoted: true)))
    #expect(entries[1].value.position == ProfilePosition(line: 2, column: 4))
    guard case .sequence(let items) = entries[2].value.content else {
      Issue.record("no list")
      return
    }
    #expect(items.first?.content == .scalar(ProfileNode.Scalar("y\n", quoted: true)))
  }
}
