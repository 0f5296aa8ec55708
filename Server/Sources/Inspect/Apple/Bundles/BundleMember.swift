import AppFacts

/// One file of a bundle, on the disk or in an archive.
protocol BundleMember {
  /// The whole content; nil where it is larger than `limit`, or cannot be read.
  func contents(limit: Int) -> [UInt8]?
  /// Read as an executable; nil where it does not start as one.
  func machO(_ place: Place, _ limits: InspectLimits) -> MachOReader?
}

/// A file in a folder.
struct DiskMember: BundleMember {
  var path: String

  func contents(limit: Int) -> [UInt8]? {
    guard let file = DiskFile(path, followsLinks: false), file.size <= limit else { return nil }
    return file.read(0, file.size)
  }

  func machO(_ place: Place, _ limits: InspectLimits) -> MachOReader? {
    guard let file = DiskFile(path, followsLinks: false), let head = file.read(0, 8), MachOFormat.claims(head)
    else { return nil }
    var reader = MachOReader(place, size: file.size, limits: limits)
    reader.read(file)
    return reader
  }
}

/// The current member of an archive: what is asked first is all that can be asked.
struct ArchiveMember: BundleMember {
  var archive: Archive
  var size: Int?

  func contents(limit: Int) -> [UInt8]? {
    if let size, size > limit { return nil }
    return try? archive.contents(limit: limit)
  }

  func machO(_ place: Place, _ limits: InspectLimits) -> MachOReader? {
    var reader = MachOReader(place, size: size, limits: limits)
    var head: [UInt8] = []
    var isOne: Bool?
    try? archive.unpack { block in
      if isOne == nil {
        // The first block has always more than eight bytes, but for odd archives.
        head.append(contentsOf: block)
        guard head.count >= 8 else { return true }
        isOne = MachOFormat.claims(head)
        if isOne == true { head.withUnsafeBytes { reader.feed($0) } }
      } else {
        reader.feed(block)
      }
      return isOne == true && reader.wanted != nil
    }
    guard isOne == true else { return nil }
    reader.finish()
    return reader
  }
}
