package dev.pushwire.android;

import dev.pushwire.client.JsonFault;
import dev.pushwire.client.JsonValue;
import dev.pushwire.client.ServerAnswer;
import dev.pushwire.client.ServerCall;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends the core's requests: adds address and secrets, asks the app for tickets. Blocks. */
final class ServerClient {
  private final String base;
  private final HttpTransport transport;
  private final PushwireHandlers.Tickets tickets;

  ServerClient(String base, HttpTransport transport, PushwireHandlers.Tickets tickets) {
    this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    this.transport = transport;
    this.tickets = tickets;
  }

  ServerAnswer answer(ServerCall call, Identity identity) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Pushwire-Installation-Secret", identity.secret());
    switch (call.authorization()) {
      case SECRET:
        break;
      case PUBLISHABLE_ID:
        headers.put("Pushwire-App", call.publishableId());
        break;
      case TICKET:
        try {
          headers.put("Authorization", "Bearer " + tickets.ticket(call.account()));
        } catch (IOException unreachable) {
          return withoutTicket(ServerAnswer.Outcome.UNREACHABLE);
        } catch (InterruptedException overtaken) {
          Thread.currentThread().interrupt();
          return withoutTicket(ServerAnswer.Outcome.UNREACHABLE);
        } catch (Exception refused) {
          return withoutTicket(ServerAnswer.Outcome.UNAUTHORIZED);
        }
        break;
    }
    JsonValue body = call.body();
    String predecessorSecret = identity.predecessorSecret(call.predecessor());
    if (predecessorSecret != null) {
      Map<String, JsonValue> members = new LinkedHashMap<>(body.object());
      members.put("predecessor_secret", JsonValue.of(predecessorSecret));
      body = JsonValue.object(members);
    }
    try {
      HttpReply reply = send(call.method(), call.path(), headers, body);
      return ServerAnswer.of(reply.status, reply.retryAfter, json(reply));
    } catch (IOException | RuntimeException noAnswer) {
      return ServerAnswer.of(null, null, JsonValue.NULL);
    }
  }

  /** `path` begins with `/v1`; `body`: null where there is none. */
  HttpReply send(String method, String path, Map<String, String> headers, JsonValue body) throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Accept", "application/json");
    all.put("User-Agent", "Pushwire/" + ClientVersion.TEXT);
    if (body != null) {
      all.put("Content-Type", "application/json");
    }
    return transport.send(new HttpCall(method, base + path, all, body == null ? null : body.text()));
  }

  static JsonValue json(HttpReply reply) {
    try {
      return JsonValue.parse(reply.body);
    } catch (JsonFault none) {
      return JsonValue.NULL;
    }
  }

  private static ServerAnswer withoutTicket(ServerAnswer.Outcome outcome) {
    ServerAnswer answer = new ServerAnswer(outcome);
    answer.code = "no_ticket";
    return answer;
  }
}
