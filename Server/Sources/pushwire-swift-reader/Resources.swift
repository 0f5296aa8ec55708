#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Takes from this process what a parser does not need: memory without end, new files, descriptors, core dumps.
func limitResources() {
  // What a parent left open.
  for descriptor in Int32(3)..<1024 { close(descriptor) }
  #if canImport(Glibc)
    // The tree of 4 MiB of Swift, the parser's libraries and the stack fit; twenty times that do not.
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue), 2 << 30)
    limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), 600)
    limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 0)
    limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), 3)
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
  #else
    limit(RLIMIT_AS, 2 << 30)
    limit(RLIMIT_CPU, 600)
    limit(RLIMIT_FSIZE, 0)
    limit(RLIMIT_NOFILE, 3)
    limit(RLIMIT_CORE, 0)
  #endif
}

#if canImport(Glibc)
  private func limit(_ resource: __rlimit_resource_t, _ most: Int) {
    var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
    setrlimit(resource, &limit)
  }
#else
  private func limit(_ resource: CInt, _ most: Int) {
    var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
    setrlimit(resource, &limit)
  }
#endif

/// Runs a function on a thread whose stack is large enough for the deepest tree that is read, and waits for it.
func onALargeStack(_ body: @escaping @Sendable () -> Void) {
  final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, 128 << 20)
  defer { pthread_attr_destroy(&attributes) }
  let work = Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let failed = pthread_create(&thread, &attributes, { start($0) }, work)
    if failed == 0, let thread { pthread_join(thread, nil) }
  #else
    var thread = pthread_t()
    let failed = pthread_create(&thread, &attributes, { start($0) }, work)
    if failed == 0 { pthread_join(thread, nil) }
  #endif

  func start(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
    return nil
  }
}
