import Providers

/// An answer of APNs as a verdict.
func apns(_ status: Int, _ body: String, retryAfter: Int? = nil, tokenAge: Int = 60) -> Verdict {
  Array(body.utf8).withUnsafeBufferPointer {
    APNsAnswer.verdict(status: status, body: $0, retryAfter: retryAfter, tokenAge: tokenAge)
  }
}

/// An answer of FCM as a verdict.
func fcm(_ status: Int, _ body: String, retryAfter: Int? = nil) -> Verdict {
  Array(body.utf8).withUnsafeBufferPointer {
    FCMAnswer.verdict(status: status, body: $0, retryAfter: retryAfter)
  }
}
