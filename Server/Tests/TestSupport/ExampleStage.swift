public import Foundation

/// Builds the small sets of files that rules are shown with: texts as they are, everything else from a recipe.
public enum ExampleStage {
  /// Writes one file below a folder, and gives its path.
  public static func write(_ name: String, _ text: String, in folder: URL) throws -> String {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    switch url.pathExtension {
    case "ipa", "app", "appex", "xcarchive", "mobileprovision", "provisionprofile", "macho":
      try AppleRecipe.build(text, at: url)
    case "apk", "aab":
      try AndroidRecipe.build(text, at: url)
    case "p8":
      try KeyRecipe.build(text, at: url)
    default:
      try Data(text.utf8).write(to: url)
    }
    return url.path
  }
}

/// A recipe that cannot be built.
public struct RecipeError: Error, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
