package dev.pushwire.android;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request. Its headers hold secrets: keep it out of logs. */
public final class HttpCall {
  /** As in HTTP. */
  public final String method;
  /** Absolute. */
  public final String url;
  /** By name. */
  public final Map<String, String> headers;
  /** UTF-8; null: there is none. */
  public final String body;

  HttpCall(String method, String url, Map<String, String> headers, String body) {
    this.method = method;
    this.url = url;
    this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    this.body = body;
  }

  /** The method alone. */
  @Override
  public String toString() {
    return method;
  }
}
