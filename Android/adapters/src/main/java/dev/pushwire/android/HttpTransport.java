package dev.pushwire.android;

import java.io.IOException;

/** Requests to the server. */
public interface HttpTransport {
  /**
   * Sends a request and waits for its answer. Called in the background.
   *
   * @throws IOException where there was no answer
   */
  HttpReply send(HttpCall call) throws IOException;
}
