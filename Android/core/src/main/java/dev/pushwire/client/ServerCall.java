package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request to a Pushwire server, ready to send but for host and secrets.
 *
 * <p>Sent with {@code Content-Type: application/json}, with {@code Pushwire-Installation-Secret}, and with
 * what {@link #authorization()} says. See docs/api.md.
 */
public final class ServerCall {
  /** What a request is sent with, beside the installation's secret. */
  public enum Authorization {
    /** The installation's secret alone. */
    SECRET,
    /** {@code Authorization: Bearer}, with a fresh ticket of {@link #account()} from the app's backend. */
    TICKET,
    /** {@code Pushwire-App}: {@link #publishableId()}. */
    PUBLISHABLE_ID
  }

  /** Why a registration cannot be asked for: nobody is signed in, and the profile has no publishable id. */
  public static final class NeedsAccount extends Exception {
    private static final long serialVersionUID = 1L;

    NeedsAccount() {
      super("nobody is signed in, and the profile has no publishable id");
    }
  }

  private final String method;
  private final String path;
  private final Authorization authorization;
  private final String account;
  private final String publishableId;
  private final String predecessor;
  private final JsonValue body;

  private ServerCall(
      String method, String path, Authorization authorization, String account, String publishableId,
      String predecessor, Map<String, JsonValue> body) {
    this.method = method;
    this.path = path;
    this.authorization = authorization;
    this.account = account;
    this.publishableId = publishableId;
    this.predecessor = predecessor;
    this.body = JsonValue.object(body);
  }

  /**
   * PUT /v1/installations/{id}.
   *
   * @throws NeedsAccount where there is neither an account nor a publishable id
   */
  public static ServerCall register(RegistrationCall call, Launch launch, ClientPolicy policy)
      throws NeedsAccount {
    if (call.account == null && policy.publishableId == null) {
      throw new NeedsAccount();
    }
    Map<String, JsonValue> body = new LinkedHashMap<>();
    body.put("app", JsonValue.of(policy.app));
    body.put("platform", JsonValue.of(launch.platform.word()));
    body.put("generation", JsonValue.of(call.generation));
    body.put("permission", permission(call.permission));
    if (call.token != null) {
      put(body, "token", call.token.value);
      put(body, "token_kind", call.token.kind);
      put(body, "environment", call.token.environment);
      put(body, "environment_source", call.token.environmentSource);
    }
    put(body, "os_version", launch.osVersion);
    put(body, "app_version", launch.appVersion);
    put(body, "locale", launch.locale);
    put(body, "time_zone", launch.timeZone);
    put(body, "replaces_account", call.replaces);
    put(body, "challenge", call.challenge);
    boolean hasAccount = call.account != null;
    return new ServerCall(
        "PUT", "/v1/installations/" + call.installation,
        hasAccount ? Authorization.TICKET : Authorization.PUBLISHABLE_ID,
        call.account, hasAccount ? null : policy.publishableId, call.predecessor, body);
  }

  /** POST /v1/installations/{id}/logout. */
  public static ServerCall logout(String installation, long generation) {
    return withSecret(
        "/v1/installations/" + installation + "/logout",
        Collections.singletonMap("generation", JsonValue.of(generation)));
  }

  /**
   * POST /v1/installations/{id}/receipts.
   *
   * @param provenance where the device stands: simulator, sandbox device, production device, virtual
   */
  public static ServerCall receipts(String installation, ReceiptBatch batch, String provenance) {
    List<JsonValue> receipts = new ArrayList<>();
    for (Receipt receipt : batch.receipts) {
      Map<String, JsonValue> members = receipt.members();
      members.put("at", JsonValue.of(receipt.at));
      members.put("provenance", JsonValue.of(provenance));
      receipts.add(JsonValue.object(members));
    }
    List<JsonValue> events = new ArrayList<>();
    for (DeviceEvent event : batch.events) {
      Map<String, JsonValue> members = event.members();
      members.put("at", JsonValue.of(event.at));
      events.add(JsonValue.object(members));
    }
    Map<String, JsonValue> body = new LinkedHashMap<>();
    body.put("receipts", JsonValue.array(receipts));
    body.put("events", JsonValue.array(events));
    return withSecret("/v1/installations/" + installation + "/receipts", body);
  }

  private static ServerCall withSecret(String path, Map<String, JsonValue> body) {
    return new ServerCall("POST", path, Authorization.SECRET, null, null, null, body);
  }

  private static void put(Map<String, JsonValue> body, String name, String text) {
    if (text != null && !text.isEmpty()) {
      body.put(name, JsonValue.of(text));
    }
  }

  private static JsonValue permission(Permission permission) {
    Map<String, JsonValue> members = permission.members();
    members.remove("rationale"); // what only the device decides by
    return JsonValue.object(members);
  }

  /** As in HTTP. */
  public String method() {
    return method;
  }

  /** Begins with {@code /v1}. */
  public String path() {
    return path;
  }

  /** What it is sent with. */
  public Authorization authorization() {
    return authorization;
  }

  /** Whose ticket is needed; null: none. */
  public String account() {
    return account;
  }

  /** The publishable id to send; null: none. */
  public String publishableId() {
    return publishableId;
  }

  /**
   * The installation whose secret goes into the body as {@code predecessor_secret}, with its id as the server
   * asks for it; null: none.
   */
  public String predecessor() {
    return predecessor;
  }

  /** The JSON body. */
  public JsonValue body() {
    return body;
  }
}
