public import SwiftUI

/// The words of an explainer's sheet, but for its text, which the profile has.
public struct PushwireExplainerWords: Sendable {
  public var title: String
  public var accept: String
  public var decline: String
  public init(title: String, accept: String, decline: String) {
    self.title = title
    self.accept = accept
    self.decline = decline
  }
}

/// Shows its content, and the explainer in a sheet over it while one is due.
@MainActor public struct PushwireExplainerHost<Content: View>: View {
  @ObservedObject private var explainer: PushwireExplainer
  private let words: PushwireExplainerWords
  private let content: Content

  public init(
    _ explainer: PushwireExplainer, _ words: PushwireExplainerWords, @ViewBuilder content: () -> Content
  ) {
    _explainer = ObservedObject(wrappedValue: explainer)
    self.words = words
    self.content = content()
  }

  public var body: some View {
    let explainer = explainer
    // It goes by a yes or a no, and by nothing else.
    let isPresented = Binding<Bool>(get: { @MainActor in explainer.moment != nil }, set: { @MainActor _ in })
    return content.sheet(isPresented: isPresented) {
      PushwireExplainerSheet(explainer, words).interactiveDismissDisabled()
    }
  }
}

/// The explainer itself: a title, the profile's text, a yes and a no.
@MainActor public struct PushwireExplainerSheet: View {
  @ObservedObject private var explainer: PushwireExplainer
  private let words: PushwireExplainerWords

  public init(_ explainer: PushwireExplainer, _ words: PushwireExplainerWords) {
    _explainer = ObservedObject(wrappedValue: explainer)
    self.words = words
  }

  public var body: some View {
    let explainer = explainer
    return VStack(spacing: 20) {
      Text(words.title).font(.headline)
      Text(explainer.text).multilineTextAlignment(.center)
      Button(words.accept) { explainer.accept() }.buttonStyle(.borderedProminent)
      Button(words.decline) { explainer.decline() }
    }
    .padding(24)
  }
}
