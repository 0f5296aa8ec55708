public import Foundation

/// Builds an `.apk` or `.aab` from text: an AndroidManifest.xml, and, behind a line `--- dex`, the names of classes that
/// its code names, one a line, with dots. Without that line the package has no code.
///
/// Needs no tool of Android's. References (`@string/x`) get made-up numbers.
public enum AndroidRecipe {
  public static func build(_ text: String, at url: URL) throws {
    let (manifest, classes) = parts(text)
    let isBundle = url.pathExtension == "aab"
    var zip = ZipWriter()
    if isBundle {
      zip.add("BundleConfig.pb", Data([0x0A, 0x00]))
      zip.add(
        "base/manifest/AndroidManifest.xml", Data(try ProtobufXMLWriter.bytes(manifest)), isDeflated: true)
    } else {
      var writer = BinaryXMLWriter()
      zip.add("AndroidManifest.xml", Data(try writer.bytes(manifest)), isDeflated: true)
    }
    if let classes {
      zip.add(isBundle ? "base/dex/classes.dex" : "classes.dex", dex(classes), isDeflated: true)
    }
    try zip.write(to: url)
  }

  private static func parts(_ text: String) -> (manifest: String, classes: [String]?) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let cut = lines.firstIndex(of: "--- dex") else { return (text, nil) }
    let names = lines[(cut + 1)...].map { $0.trimmingCharacters(in: .whitespaces) }
    return (lines[..<cut].joined(separator: "\n"), names.filter { !$0.isEmpty })
  }

  /// A header and the strings of a dex file: enough to be searched, and not to be run.
  public static func dex(_ classes: [String]) -> Data {
    var out = Data("dex\n035\0".utf8) + Data(count: 104)
    for name in ["<init>", "V"] + classes.map({ "L" + $0.replacingOccurrences(of: ".", with: "/") + ";" }) {
      if name.utf8.count > 0x7F { out.append(UInt8(name.utf8.count & 0x7F) | 0x80) }
      out.append(UInt8(name.utf8.count > 0x7F ? name.utf8.count >> 7 : name.utf8.count))
      out.append(contentsOf: name.utf8)
      out.append(0)
    }
    return out
  }
}
