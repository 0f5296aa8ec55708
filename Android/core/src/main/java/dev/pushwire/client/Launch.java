package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** What is known when the process begins. */
public final class Launch extends Coded {
  static final Codec<Launch> CODEC = Codec.record(Launch::new);

  /** Which installation was on which device. */
  public static final class Marker extends Coded {
    static final Codec<Marker> CODEC = Codec.record(Marker::new);

    /** The installation's id. */
    public String installation = "";
    /** The device's hash. */
    public String deviceKey = "";

    /** With every member at its default. */
    public Marker() {}

    /** Which installation was on which device. */
    public Marker(String installation, String deviceKey) {
      this.installation = installation;
      this.deviceKey = deviceKey;
    }

    @Override
    Marker blank() {
      return new Marker();
    }

    @Override
    void fields(FieldCoder coder) {
      installation = coder.text("installation", installation);
      deviceKey = coder.text("device_key", deviceKey);
    }
  }

  /** The system. */
  public Platform platform = Platform.IOS;
  /** An id and nothing else, freshly made: taken where this turns out to be a new installation. */
  public String freshInstallation = "";
  /** A hash that is the same on this device and another on every other; empty: cannot be read. */
  public String deviceKey = "";
  /**
   * What survives a deletion of the app on the same device, and is not restored to another (iOS: a keychain
   * item, this device only). Null: there is none.
   */
  public Marker marker;
  /** Whether the app is in front, and was not woken in the background. */
  public boolean isForeground = true;
  /** Whether there is a network. */
  public boolean isOnline = true;
  /** As the system says now. */
  public Permission permission = new Permission();
  /** For the server; empty: not told. */
  public String osVersion = "";
  /** For the server; empty: not told. */
  public String appVersion = "";
  /** For the server, as in {@code de-CH}; empty: not told. */
  public String locale = "";
  /** For the server, as in {@code Europe/Zurich}; empty: not told. */
  public String timeZone = "";
  /** Android's API level; 0 elsewhere. */
  public long apiLevel;
  /** {@code BGTaskSchedulerPermittedIdentifiers}, as the Info.plist has them. */
  public List<String> permittedTasks = new ArrayList<>();
  /** Ids for which the app gave a handler, in order; twice where it gave two. */
  public List<String> taskHandlers = new ArrayList<>();

  /** With every member at its default. */
  public Launch() {}

  @Override
  Launch blank() {
    return new Launch();
  }

  @Override
  void fields(FieldCoder coder) {
    platform = coder.field("platform", platform, Platform.CODEC);
    freshInstallation = coder.text("fresh_installation", freshInstallation);
    deviceKey = coder.text("device_key", deviceKey);
    marker = coder.field("marker", marker, Codec.optional(Marker.CODEC));
    isForeground = coder.flag("foreground", isForeground);
    isOnline = coder.flag("online", isOnline);
    permission = coder.field("permission", permission, Permission.CODEC);
    osVersion = coder.text("os_version", osVersion);
    appVersion = coder.text("app_version", appVersion);
    locale = coder.text("locale", locale);
    timeZone = coder.text("time_zone", timeZone);
    apiLevel = coder.number("api_level", apiLevel);
    permittedTasks = coder.texts("permitted_tasks", permittedTasks);
    taskHandlers = coder.texts("task_handlers", taskHandlers);
  }
}
