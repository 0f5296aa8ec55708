import AppFacts
import TestSupport

extension Located {
  /// A tree without places, as a recipe writes values: `{aps-environment: production}`.
  init(_ text: String, _ place: Place = Place("hand")) throws {
    self.init(try PlistValue(parsing: text), place)
  }

  private init(_ value: PlistValue, _ place: Place) {
    let kind: Located.Kind =
      switch value {
      case .bool(let flag): .bool(flag)
      case .integer(let number): .integer(number)
      case .string(let text): .string(text)
      case .date: .null
      case .data(let bytes): .data(bytes)
      case .array(let items): .array(items.map { Located($0, place) })
      case .dictionary(let members):
        .object(members.sorted { $0.key < $1.key }.map { .init($0.key, place, Located($0.value, place)) })
      }
    self.init(kind, place)
  }
}

extension AppBundle {
  init(_ file: String, id: String?, role: Role = .app, children: [AppBundle] = []) throws {
    self.init(Place(file), .folder)
    self.role = role
    self.children = children
    let tree = try Located(id.map { "{CFBundleIdentifier: \($0)}" } ?? "{}")
    info = InfoPlistFile(Place(file + "/Info.plist"), tree, isSource: false)
  }
}

extension ProvisioningProfile {
  init(_ file: String, for identifier: String) throws {
    self.init(
      Place(file), try Located("{Name: \(file), Entitlements: {application-identifier: \(identifier)}}"))
  }
}

extension XcodeProject.Target {
  /// Configurations by name, each with its bundle id.
  init(
    _ name: String, _ ids: [String: String], type: String = "application", sources: [String]? = nil,
    dependencies: [String] = [], line: Int = 1
  ) {
    let place = Place("Parcel.xcodeproj/project.pbxproj", line: line)
    self.init(
      name: name, place: place, productType: "com.apple.product-type." + type,
      configurations: ids.sorted { $0.key < $1.key }.map { configuration, id in
        .init(name: configuration, settings: ["PRODUCT_BUNDLE_IDENTIFIER": Sourced(id, place)])
      },
      sources: sources, dependencies: dependencies)
  }
}

extension XcodeProject {
  init(_ targets: Target..., folder: String = "") {
    self.init(Place(folder + "Parcel.xcodeproj/project.pbxproj"), targets)
  }
}

extension SourceUnit {
  init(
    _ file: String, types: [TypeDeclaration] = [], functions: [FunctionDeclaration] = [], isTest: Bool = false
  ) {
    self.init(file: file, language: file.hasSuffix(".kt") ? .kotlin : .swift)
    self.types = types
    self.functions = functions
    self.isTest = isTest
  }
}
