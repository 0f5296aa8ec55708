/// All readers of single files, in the order in which they are asked: the particular before the general.
enum Readers {
  static let all: [any ArtifactReader.Type] = xcode + apple + android + messages
}
