package dev.pushwire.client;

/** What was asked of the person, and how it was answered. */
public final class PrimingState extends Coded {
  static final Codec<PrimingState> CODEC = Codec.record(PrimingState::new);

  /** How often the explainer was answered. */
  public long answers;
  /** How often with "not now". */
  public long declines;
  /** When the explainer was declined last, milliseconds since 1970; null: never. */
  public Long declinedAt;
  /** Value moments since the last "not now". */
  public long momentsSince;
  /**
   * The explicit prompt was asked for; a process that is killed meanwhile leaves it so, with the system
   * still undecided.
   */
  public boolean promptAsked;
  /** The system's dialog was answered by the person, or the system refused to show one. */
  public boolean promptAnswered;
  /** iOS: quiet authorization was asked for. */
  public boolean provisionalAsked;
  /** Android: denials by a person. After the second the system shows no dialog any more. */
  public long denials;
  /** No dialog comes any more: neither explainer nor prompt. */
  public boolean isBlocked;
  /**
   * What the app's passive row offers to mend in Settings: denied, alerts_off, app_blocked, channel_blocked;
   * null: nothing. Follows from the permission.
   */
  public String settingsRow;

  /** With every member at its default. */
  public PrimingState() {}

  @Override
  PrimingState blank() {
    return new PrimingState();
  }

  @Override
  void fields(FieldCoder coder) {
    answers = coder.number("answers", answers);
    declines = coder.number("declines", declines);
    declinedAt = coder.optionalNumber("declined_at", declinedAt);
    momentsSince = coder.number("moments_since", momentsSince);
    promptAsked = coder.flag("prompt_asked", promptAsked);
    promptAnswered = coder.flag("prompt_answered", promptAnswered);
    provisionalAsked = coder.flag("provisional_asked", provisionalAsked);
    denials = coder.number("denials", denials);
    isBlocked = coder.flag("blocked", isBlocked);
    settingsRow = coder.optionalText("settings_row", settingsRow);
  }
}
