package dev.pushwire.client;

/** A background task that runs. */
public final class OpenRun extends Coded {
  static final Codec<OpenRun> CODEC = Codec.record(OpenRun::new);

  /** The run's number. */
  public long run;
  /** The task's id. */
  public String id = "";

  /** With every member at its default. */
  public OpenRun() {}

  @Override
  OpenRun blank() {
    return new OpenRun();
  }

  @Override
  void fields(FieldCoder coder) {
    run = coder.number("run", run);
    id = coder.text("id", id);
  }
}
