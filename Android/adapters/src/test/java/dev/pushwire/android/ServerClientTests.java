package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import dev.pushwire.client.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real transport against a real server. */
class ServerClientTests {
  private HttpServer server;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private int status = 200;
  private String body = "{\"binding\":\"bound\"}";

  @BeforeEach
  void begin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
          + exchange.getRequestHeaders().getFirst("Pushwire-Installation-Secret") + " "
          + exchange.getRequestHeaders().getFirst("Content-Type") + " " + text);
      exchange.getResponseHeaders().add("Retry-After", "30");
      if (status == 302) {
        exchange.getResponseHeaders().add("Location", "/elsewhere");
      }
      byte[] reply = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, reply.length == 0 ? -1 : reply.length);
      exchange.getResponseBody().write(reply);
      exchange.close();
    });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private HttpReply send(String path, String method, JsonValue json) throws IOException {
    String base = "http://127.0.0.1:" + server.getAddress().getPort() + path;
    return new ServerClient(base, new UrlConnectionTransport(), account -> "ticket").send(
        method, "/v1/installations/i-1", Collections.singletonMap("Pushwire-Installation-Secret", "s-1"), json);
  }

  @Test
  void theAddressMayHaveAPath() throws IOException {
    HttpReply reply = send("/push/", "PUT", JsonValue.object(Collections.singletonMap("a", JsonValue.of("ü"))));
    assertEquals(200, reply.status);
    assertEquals(30, reply.retryAfter);
    assertEquals("bound", ServerClient.json(reply).get("binding").string());
    assertEquals("PUT /push/v1/installations/i-1 s-1 application/json {\"a\":\"ü\"}", requests.get(0));
  }

  @Test
  void anErrorsBodyIsReadToo() throws IOException {
    status = 409;
    body = "{\"code\":\"stale_generation\"}";
    HttpReply reply = send("", "POST", JsonValue.EMPTY);
    assertEquals(409, reply.status);
    assertEquals("stale_generation", ServerClient.json(reply).get("code").string());
    status = 204;
    body = "";
    assertArrayEquals(new byte[0], send("", "GET", null).body);
  }

  @Test
  void aRedirectIsNotFollowed() throws IOException {
    status = 302;
    assertEquals(302, send("", "GET", null).status);
    assertEquals(1, requests.size());
  }

  @Test
  void whatIsNoJsonIsNoAnswerToRely() throws IOException {
    body = "<html>";
    assertEquals(JsonValue.NULL, ServerClient.json(send("", "GET", null)));
  }

  @Test
  void aServerThatIsNotThereIsAFault() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ServerClient client = new ServerClient("http://127.0.0.1:" + port, new UrlConnectionTransport(), account -> "");
    assertThrows(IOException.class, () -> client.send("GET", "/v1/inbox", Collections.emptyMap(), null));
  }
}
