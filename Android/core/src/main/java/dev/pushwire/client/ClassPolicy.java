package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** How a class of notifications behaves on the device. */
public final class ClassPolicy extends Coded {
  static final Codec<ClassPolicy> CODEC = Codec.record(ClassPolicy::new);

  /** Whether something is shown. */
  public enum Kind implements CodedWord {
    ALERT, SILENT;

    static final Codec<Kind> CODEC = Codec.words(values());
  }

  /** Whom a class is meant for. */
  public enum Audience implements CodedWord {
    ACCOUNT, INSTALLATION, PUBLIC;

    static final Codec<Audience> CODEC = Codec.words(values());
  }

  /** What becomes of the app icon's badge. */
  public enum Badge implements CodedWord {
    NONE, CLEAR, SET;

    static final Codec<Badge> CODEC = Codec.words(values());
  }

  /** Whether something is shown. */
  public Kind kind = Kind.ALERT;
  /** Whom it is meant for. */
  public Audience audience = Audience.INSTALLATION;
  /** What is shown while the app is in front: any of banner, list, sound, badge. Empty: nothing. */
  public List<Presentation> foreground = new ArrayList<>();
  /** Also kept in the app's inbox. */
  public boolean inbox;
  /** Its content is fetched after the tap; a preview is all that is shown. */
  public boolean sensitive;
  /** What becomes of the app icon's badge. */
  public Badge badge = Badge.NONE;
  /** The category of its buttons; null: it has none. */
  public String category;
  /** Android's channel. */
  public String channel;
  /** Silent: what the next launch fetches when the push never came. */
  public String reconcile;

  /** With every member at its default. */
  public ClassPolicy() {}

  @Override
  ClassPolicy blank() {
    return new ClassPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    kind = coder.field("kind", kind, Kind.CODEC);
    audience = coder.field("audience", audience, Audience.CODEC);
    foreground = coder.field("foreground", foreground, Codec.list(Presentation.CODEC));
    inbox = coder.flag("inbox", inbox);
    sensitive = coder.flag("sensitive", sensitive);
    badge = coder.field("badge", badge, Badge.CODEC);
    category = coder.optionalText("category", category);
    channel = coder.optionalText("channel", channel);
    reconcile = coder.optionalText("reconcile", reconcile);
  }
}
