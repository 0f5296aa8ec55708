package dev.pushwire.client;

/** When a declined explainer comes again. */
public final class ReofferPolicy extends Coded {
  static final Codec<ReofferPolicy> CODEC = Codec.record(ReofferPolicy::new);

  /** Seconds after a "not now". Two further value moments are needed as well. */
  public long after;
  /** How often the explainer may be answered in all. */
  public long times = 1;

  /** With every member at its default. */
  public ReofferPolicy() {}

  /** After so many seconds, and answered so often in all. */
  public ReofferPolicy(long after, long times) {
    this.after = after;
    this.times = times;
  }

  @Override
  ReofferPolicy blank() {
    return new ReofferPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    after = coder.number("after", after);
    times = coder.number("times", times);
  }
}
