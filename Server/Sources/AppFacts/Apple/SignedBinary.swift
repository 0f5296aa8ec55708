/// A Mach-O file: its slices, and what their signatures say.
public struct SignedBinary: Sendable, Equatable {
  public var place: Place
  /// One, or several of a fat file, in its order.
  public var slices: [Slice]
  /// Names of interest that stand in the file as text: weak evidence, since the selectors of a protocol
  /// are in every app that names it.
  public var symbols: Set<String> = []

  public init(_ place: Place, _ slices: [Slice]) {
    self.place = place
    self.slices = slices
  }

  /// One architecture.
  public struct Slice: Sendable, Equatable {
    /// `arm64`, `x86_64`, or the numbers where the name is not known.
    public var architecture: String
    /// Of the slice, in the file.
    public var offset: Int
    /// Bytes.
    public var size: Int
    /// Nil: no LC_CODE_SIGNATURE.
    public var signature: CodeSignature?
    /// `__TEXT,__entitlements` of simulator builds.
    public var sectionEntitlements: Located?
    /// LC_BUILD_VERSION's platform: 1 macOS, 2 iOS, 7 iOS simulator …
    public var platform: Int?
    /// Whether LC_ENCRYPTION_INFO says that the store encrypted it.
    public var isEncrypted = false

    public init(architecture: String, offset: Int, size: Int) {
      self.architecture = architecture
      self.offset = offset
      self.size = size
    }
  }

  /// The first slice with a signature.
  public var signature: CodeSignature? { slices.lazy.compactMap(\.signature).first }
  /// The entitlements that count: DER where present, else XML, of the first signed slice.
  public var entitlements: Located? { signature.flatMap { $0.derEntitlements ?? $0.xmlEntitlements } }
}

/// The embedded signature of a slice (xnu `cs_blobs.h`).
public struct CodeSignature: Sendable, Equatable {
  /// Of the super blob, in the file.
  public var place: Place
  /// The types of all slots, in order.
  public var slots: [UInt32] = []
  /// Slot 5.
  public var xmlEntitlements: Located?
  /// Slot 7.
  public var derEntitlements: Located?
  /// All code directories: slot 0, then the alternates.
  public var directories: [CodeDirectory] = []
  /// Digest of the whole blob of slot 5 and 7, with both algorithms; nil where the slot is absent.
  public var xmlEntitlementsSeal: SealedFile?
  public var derEntitlementsSeal: SealedFile?
  /// A CMS with content; false: signed ad hoc.
  public var hasCMS = false

  public init(_ place: Place) { self.place = place }
}

/// What a CodeDirectory says.
public struct CodeDirectory: Sendable, Equatable {
  public var place: Place
  /// `dev.pushwire.parcel`
  public var identifier: String
  public var team: String?
  /// 1 SHA-1, 2 SHA-256, else as it stands.
  public var hashType: Int
  public var flags: UInt32
  /// Special slots by number (1 Info.plist, 3 CodeResources, 5 and 7 entitlements); all zero: empty.
  public var specialHashes: [Int: [UInt8]]

  public init(
    _ place: Place, identifier: String, team: String?, hashType: Int, flags: UInt32,
    specialHashes: [Int: [UInt8]]
  ) {
    self.place = place
    self.identifier = identifier
    self.team = team
    self.hashType = hashType
    self.flags = flags
    self.specialHashes = specialHashes
  }
}
