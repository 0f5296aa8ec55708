package dev.pushwire.client;

/**
 * How the system's prompt ended. On Android a dialog that was swiped away looks like a denial but for its
 * rationale flags and the time it was on the screen.
 */
public final class PromptAnswer extends Coded {
  static final Codec<PromptAnswer> CODEC = Codec.record(PromptAnswer::new);

  /** Whether notifications are allowed now. */
  public boolean granted;
  /** Android: the rationale flag before and after. */
  public boolean rationaleBefore;
  /** Android: the rationale flag after the request. */
  public boolean rationaleAfter;
  /** How long the request took. */
  public long milliseconds;

  /** With every member at its default. */
  public PromptAnswer() {}

  @Override
  PromptAnswer blank() {
    return new PromptAnswer();
  }

  @Override
  void fields(FieldCoder coder) {
    granted = coder.flag("granted", granted);
    rationaleBefore = coder.flag("rationale_before", rationaleBefore);
    rationaleAfter = coder.flag("rationale_after", rationaleAfter);
    milliseconds = coder.number("milliseconds", milliseconds);
  }
}
