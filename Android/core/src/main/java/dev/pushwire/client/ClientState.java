package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Everything the device remembers. Saved before any command runs; {@link #session} alone is not saved.
 *
 * <p>A member that equals its default is not written, so that a version can add members without a migration.
 * A change that needs one raises {@link #CURRENT} and is handled in {@link #load}.
 */
public final class ClientState extends Coded {
  static final Codec<ClientState> CODEC = Codec.record(ClientState::new);

  /** The version that this code writes. */
  public static final long CURRENT = 1;

  /** Why a saved state cannot be used. */
  public static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    Fault(String message) {
      super(message);
    }
  }

  /** The version that the state was written by. */
  public long version = CURRENT;
  /** Empty before the first launch. */
  public String installation = "";
  /** The hash of the device on which the installation id was taken. */
  public String deviceKey = "";
  /** The installation that was on this device before; named until the server has confirmed a registration. */
  public String predecessor;
  /** Counts requests, events, works, taps and runs: never used twice on this installation. */
  public long counter;
  /** As the system said last. */
  public Permission permission = new Permission();
  /** What was asked of the person, and how it was answered. */
  public PrimingState priming = new PrimingState();
  /** The token and what the server knows of it. */
  public RegistrationState registration = new RegistrationState();
  /** Who is signed in. */
  public AccountState account = new AccountState();
  /** Notifications that were met; oldest first, at most {@link ClientConstant#SEEN_CAPACITY}. */
  public List<SeenNotification> seen = new ArrayList<>();
  /** Taps that wait, and those that led somewhere. */
  public TapState taps = new TapState();
  /** Local notifications that were asked for and are not shown. */
  public List<LocalNotification> locals = new ArrayList<>();
  /** What became of background tasks. */
  public TaskState tasks = new TaskState();
  /** What the server is still to be told. */
  public ReceiptState receipts = new ReceiptState();
  /** When the last reconcile was asked for, milliseconds since 1970. */
  public long reconciledAt;
  /** What ends with the process. */
  public SessionState session = new SessionState();

  /** With every member at its default. */
  public ClientState() {}

  /** What is saved: everything but the session. */
  public String savedText() {
    Map<String, JsonValue> members = members();
    members.remove("session");
    members.put("version", JsonValue.of(version));
    return JsonValue.object(members).text();
  }

  /**
   * Reads a saved state of this version or an older one.
   *
   * @throws Fault where it is no JSON, of a newer version, or has a member that does not fit
   */
  public static ClientState load(String text) throws Fault {
    JsonValue json;
    try {
      json = JsonValue.parse(text);
    } catch (JsonFault fault) {
      throw new Fault("the saved state is not JSON");
    }
    if (json.object() == null) {
      throw new Fault("the saved state is not JSON");
    }
    Long version = json.get("version").integer();
    if (version != null && version > CURRENT) {
      throw new Fault("the saved state has version " + version + ", newer than this code");
    }
    try {
      ClientState state = CODEC.read(migrated(json, version == null ? 1 : version));
      if (!state.isCountable()) {
        throw new Fault("the saved state has a member that does not fit");
      }
      state.version = CURRENT;
      state.session = new SessionState();
      return state;
    } catch (Codec.Misfit misfit) {
      throw new Fault("the saved state has a member that does not fit");
    }
  }

  /** What is counted up from here has room to. */
  private boolean isCountable() {
    long highest = ClientConstant.HIGHEST_GENERATION;
    return counter >= 0 && counter <= highest && registration.generation >= 0
        && registration.generation <= highest && registration.acknowledged >= 0
        && registration.acknowledged <= registration.generation;
  }

  /** One step for each version; there is one so far. */
  private static JsonValue migrated(JsonValue json, long version) {
    return json;
  }

  /** Becomes the same as another, and shares nothing with it. */
  void become(ClientState other) {
    Coded.copy(other, this);
  }

  /** A state that shares nothing with this one. */
  ClientState copy() {
    return CODEC.copy(this);
  }

  @Override
  ClientState blank() {
    return new ClientState();
  }

  @Override
  void fields(FieldCoder coder) {
    version = coder.number("version", version);
    installation = coder.text("installation", installation);
    deviceKey = coder.text("device_key", deviceKey);
    predecessor = coder.optionalText("predecessor", predecessor);
    counter = coder.number("counter", counter);
    permission = coder.field("permission", permission, Permission.CODEC);
    priming = coder.field("priming", priming, PrimingState.CODEC);
    registration = coder.field("registration", registration, RegistrationState.CODEC);
    account = coder.field("account", account, AccountState.CODEC);
    seen = coder.field("seen", seen, Codec.list(SeenNotification.CODEC));
    taps = coder.field("taps", taps, TapState.CODEC);
    locals = coder.field("locals", locals, Codec.list(LocalNotification.CODEC));
    tasks = coder.field("tasks", tasks, TaskState.CODEC);
    receipts = coder.field("receipts", receipts, ReceiptState.CODEC);
    reconciledAt = coder.number("reconciled_at", reconciledAt);
    session = coder.field("session", session, SessionState.CODEC);
  }
}
