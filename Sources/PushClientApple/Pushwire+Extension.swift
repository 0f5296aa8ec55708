#if !os(watchOS)
  internal import PushClient

  extension Pushwire {
    /// Takes what a service extension has met since, in order and at its times: the core learns of it, and the
    /// receipts go the usual way.
    func mergeExtension() {
      guard engine != nil else { return }
      let queue = ExtensionQueue(folder: surroundings.file.folder)
      for entry in queue.read() {
        var push = PushArrival()
        push.handle = newHandle()
        push.way = .extension
        push.payload = entry.payload
        let before = unsaved
        post(.pushArrived(push), at: entry.at)
        // It stays for the next time.
        guard unsaved == before else { return }
        queue.remove(entry)
      }
    }
  }
#endif
