package dev.pushwire.client;

/** The destination and thread that are on the screen. */
public final class Screen extends Coded {
  static final Codec<Screen> CODEC = Codec.record(Screen::new);

  /** The destination on the screen; null: none that the profile knows. */
  public Destination destination;
  /** The thread of the conversation that is open: its notifications are not shown. */
  public String thread;

  /** With every member at its default. */
  public Screen() {}

  /** The destination and the thread on the screen; null where there is none. */
  public Screen(Destination destination, String thread) {
    this.destination = destination;
    this.thread = thread;
  }

  @Override
  Screen blank() {
    return new Screen();
  }

  @Override
  void fields(FieldCoder coder) {
    destination = coder.field("destination", destination, Codec.optional(Destination.CODEC));
    thread = coder.optionalText("thread", thread);
  }
}
