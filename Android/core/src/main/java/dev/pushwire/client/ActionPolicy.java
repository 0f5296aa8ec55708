package dev.pushwire.client;

/** A button of a notification. */
public final class ActionPolicy extends Coded {
  static final Codec<ActionPolicy> CODEC = Codec.record(ActionPolicy::new);

  /** The id that the system reports. */
  public String id = "";
  /** The button's text; with {@code isKey} a key of the app's translations. */
  public String title = "";
  /** Whether {@link #title} is a key of the app's translations. */
  public boolean isKey;
  /** Opens the app. */
  public boolean foreground;
  /** Shown as something that cannot be undone. */
  public boolean destructive;
  /** Needs an unlocked device, and then opens the app as well. */
  public boolean authenticationRequired;
  /** Takes a typed answer. */
  public boolean textInput;

  /** With every member at its default. */
  public ActionPolicy() {}

  @Override
  ActionPolicy blank() {
    return new ActionPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    id = coder.text("id", id);
    title = coder.text("title", title);
    isKey = coder.flag("is_key", isKey);
    foreground = coder.flag("foreground", foreground);
    destructive = coder.flag("destructive", destructive);
    authenticationRequired = coder.flag("authentication_required", authenticationRequired);
    textInput = coder.flag("text_input", textInput);
  }
}
