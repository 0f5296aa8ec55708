#if !os(watchOS)
  public import PushClient

  extension Pushwire {
    /// Gives the app's one router what taps and links lead to: what waits, then what comes. The UI is ready from
    /// now on, until the task that runs this is cancelled.
    ///
    /// ```swift
    /// .task { await push.route(AppDestination.init) { router.open($0) } }
    /// ```
    /// - Parameter parse: the app's typed place of a destination, as generated code makes it.
    public func route<Place: Sendable>(
      _ parse: @escaping @Sendable (Destination) -> Place?,
      to open: @MainActor (PushwireNavigation<Place>) -> Void
    ) async {
      let navigations = navigations(parse)
      ready()
      for await navigation in navigations { open(navigation) }
    }

    /// Where taps and links lead, in order, for the app's one router. There is one consumer at a time: asking
    /// again ends the stream before. What nobody took stays for the next. Nothing comes before ``ready()``.
    /// - Parameter parse: the app's typed place of a destination, as generated code makes it.
    public func navigations<Place: Sendable>(
      _ parse: @escaping @Sendable (Destination) -> Place?
    ) -> AsyncStream<PushwireNavigation<Place>> {
      let consumer = routes.newConsumer()
      let home = Destination(policy.home)
      return AsyncStream { @MainActor [weak self] in
        while let next = await self?.routes.next(consumer) {
          // What the core resolved is of the policy, and so is the app's own code: this is a mismatch of builds.
          guard let place = parse(next.place) ?? parse(home) else {
            self?.log("destination_unknown", next.place.name)
            continue
          }
          return PushwireNavigation(place: place, mode: next.mode, action: next.action)
        }
        return nil
      }
    }

    /// The UI can navigate. Until then taps wait; afterwards each leads somewhere once.
    public func ready() { post(.uiReady) }

    /// It cannot any more, as while a log-in covers everything. A consumer that ends says the same.
    public func notReady() { post(.uiNotReady) }
  }

  /// Navigations that wait for the app's router. A router that goes away takes none with it.
  @MainActor final class RouteQueue {
    private var waiting: [PushwireNavigation<Destination>] = []
    private var consumer = 0
    private var continuation: CheckedContinuation<PushwireNavigation<Destination>?, Never>?
    var consumerEnded: () -> Void = {}
    nonisolated init() {}

    func put(_ navigation: PushwireNavigation<Destination>) {
      waiting.append(navigation)
      give()
    }

    func newConsumer() -> Int {
      consumer += 1
      end()
      return consumer
    }

    /// - Returns: nil: the consumer was cancelled, or another took its place.
    func next(_ number: Int) async -> PushwireNavigation<Destination>? {
      guard number == consumer, !Task.isCancelled else { return nil }
      end()
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          self.continuation = continuation
          if Task.isCancelled { cancelled(number) } else { give() }
        }
      } onCancel: {
        Task { @MainActor in self.cancelled(number) }
      }
    }

    private func give() {
      guard !waiting.isEmpty, let continuation else { return }
      self.continuation = nil
      continuation.resume(returning: waiting.removeFirst())
    }

    private func end() {
      continuation?.resume(returning: nil)
      continuation = nil
    }

    private func cancelled(_ number: Int) {
      guard number == consumer, continuation != nil else { return }
      end()
      consumerEnded()
    }
  }
#endif
