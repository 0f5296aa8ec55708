internal import CMicrohttpd
/// The HTTP server in front: requests in, answers out, at any time and from any thread.
enum HTTPFront {}
