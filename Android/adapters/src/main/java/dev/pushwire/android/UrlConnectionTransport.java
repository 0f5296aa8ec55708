package dev.pushwire.android;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {@link HttpURLConnection}, as every Android has it. Follows no redirect, which would take secrets along.
 */
final class UrlConnectionTransport implements HttpTransport {
  private static final int CONNECT_LIMIT = 10_000;
  private static final int READ_LIMIT = 20_000;
  /** What is longer is none of the server's answers. */
  private static final int LONGEST_BODY = 4 << 20;

  @Override
  public HttpReply send(HttpCall call) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(call.url).openConnection();
    try {
      connection.setConnectTimeout(CONNECT_LIMIT);
      connection.setReadTimeout(READ_LIMIT);
      connection.setInstanceFollowRedirects(false);
      connection.setUseCaches(false);
      connection.setRequestMethod(call.method);
      for (Map.Entry<String, String> header : call.headers.entrySet()) {
        connection.setRequestProperty(header.getKey(), header.getValue());
      }
      if (call.body != null) {
        byte[] body = call.body.getBytes(StandardCharsets.UTF_8);
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(body);
        }
      }
      int status = connection.getResponseCode();
      InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
      return new HttpReply(status, seconds(connection.getHeaderField("Retry-After")), bytes(in));
    } finally {
      connection.disconnect();
    }
  }

  private static byte[] bytes(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (in == null) {
      return bytes.toByteArray();
    }
    byte[] part = new byte[8192];
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      bytes.write(part, 0, count);
      if (bytes.size() > LONGEST_BODY) {
        throw new IOException("the answer is too long");
      }
    }
    return bytes.toByteArray();
  }

  private static Long seconds(String header) {
    try {
      return header == null ? null : Long.valueOf(header.trim());
    } catch (NumberFormatException date) {
      return null;
    }
  }
}
