public import PushContract

/// `pushwire.yaml`: from a file or bytes to a profile with everything that is wrong in it.
public enum ProfileFile {
  /// The largest profile that is read, in bytes.
  public static let maximumBytes = 1 << 20

  /// Reads the file at `path`. Throws where there is no profile to judge; what is wrong in the
  /// profile is in the reading's `diagnostics`.
  public static func load(path: String) throws(ProfileFileError) -> ProfileReading {
    try read(bytes: try FileContents.read(path), file: path)
  }

  /// Reads a profile from bytes; `file` is only shown in messages.
  public static func read(
    bytes: [UInt8], file: String? = nil
  ) throws(ProfileFileError) -> ProfileReading {
    ProfileReading(try parse(bytes: bytes, file: file), file: file)
  }

  /// YAML → tree, without a meaning yet. Ends in bounded time and memory for any bytes.
  public static func parse(
    bytes: [UInt8], file: String? = nil
  ) throws(ProfileFileError) -> ProfileNode {
    guard bytes.count <= maximumBytes else {
      throw ProfileFileError(
        .tooLarge, "the file has \(bytes.count) bytes; a profile has at most \(maximumBytes)", file: file)
    }
    let text = try validated(bytes, file: file)
    do {
      return try text.withUnsafeBufferPointer { bytes in
        var builder = TreeBuilder(bytes, file: file)
        return try builder.build()
      }
    } catch let error as ProfileFileError {
      throw error
    } catch let fault as YAMLFault {
      throw YAMLAdvice.error(fault, text, file: file)
    } catch {
      throw ProfileFileError(.syntax, "\(error)", file: file)
    }
  }

  /// The bytes without a byte order mark; they must be UTF-8.
  private static func validated(
    _ bytes: [UInt8], file: String?
  ) throws(ProfileFileError) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ProfileFileError(.notUTF8, "the file is UTF-16", hint: "save it as UTF-8", file: file)
    }
    if let offset = UTF8Check.firstFault(in: bytes) {
      let place = UTF8Check.place(of: offset, in: bytes[...])
      throw ProfileFileError(
        .notUTF8, "the file is not UTF-8: a wrong byte stands here", hint: "save it as UTF-8", file: file,
        line: place.line, column: place.column)
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }
}
