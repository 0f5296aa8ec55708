package dev.pushwire.android;

import dev.pushwire.client.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Answers as a Pushwire server, or as a test says; null is no answer. */
final class FakeServer implements HttpTransport {
  final List<HttpCall> calls = new ArrayList<>();
  Function<HttpCall, HttpReply> answers = FakeServer::usual;

  @Override
  public HttpReply send(HttpCall call) throws IOException {
    Function<HttpCall, HttpReply> now;
    synchronized (this) {
      calls.add(call);
      now = answers;
    }
    HttpReply reply = now.apply(call);
    if (reply == null) {
      throw new IOException("nobody answers");
    }
    return reply;
  }

  static HttpReply usual(HttpCall call) {
    if (call.method.equals("PUT")) {
      boolean isBound = call.headers.containsKey("Authorization");
      return reply(200, "{\"generation\":" + json(call).get("generation").integer() + ",\"binding\":\""
          + (isBound ? "bound\",\"binding_tag\":\"tag-1" : "unbound") + "\"}");
    }
    if (call.url.endsWith("/logout")) {
      long next = json(call).get("generation").integer() + 1;
      return reply(200, "{\"generation\":" + next + ",\"binding\":\"unbound\"}");
    }
    return reply(200, "{}");
  }

  static HttpReply reply(int status, String body) {
    return new HttpReply(status, null, body.getBytes(StandardCharsets.UTF_8));
  }

  static JsonValue json(HttpCall call) {
    try {
      return JsonValue.parse(call.body);
    } catch (dev.pushwire.client.JsonFault fault) {
      throw new AssertionError(fault);
    }
  }

  synchronized List<HttpCall> calls(String method, String ending) {
    return calls.stream().filter(call -> call.method.equals(method) && call.url.endsWith(ending))
        .collect(Collectors.toList());
  }

  /** Bodies of all registrations. */
  List<JsonValue> registrations() {
    return calls("PUT", "").stream().map(FakeServer::json).collect(Collectors.toList());
  }

  /** Kinds of all receipts, with their results, in order. */
  List<String> receipts() {
    List<String> kinds = new ArrayList<>();
    for (HttpCall call : calls("POST", "/receipts")) {
      for (JsonValue receipt : json(call).get("receipts").array()) {
        String result = receipt.get("result").string();
        kinds.add(receipt.get("notification").string() + " " + receipt.get("kind").string()
            + (result == null ? "" : " " + result));
      }
    }
    return kinds;
  }
}
