package dev.pushwire.client;

/** A background task. */
public final class TaskPolicy extends Coded {
  static final Codec<TaskPolicy> CODEC = Codec.record(TaskPolicy::new);

  /** The kinds of iOS: a short refresh, or longer processing. */
  public enum Kind implements CodedWord {
    REFRESH, PROCESSING;

    static final Codec<Kind> CODEC = Codec.words(values());
  }

  /** The kind. */
  public Kind kind = Kind.REFRESH;
  /** Needs a network. */
  public boolean network;
  /** Needs external power. */
  public boolean power;
  /** Seconds; a floor, not a schedule. */
  public long earliestBegin;
  /** Cancelled when the account leaves. */
  public boolean accountBound;

  /** With every member at its default. */
  public TaskPolicy() {}

  @Override
  TaskPolicy blank() {
    return new TaskPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    kind = coder.field("kind", kind, Kind.CODEC);
    network = coder.flag("network", network);
    power = coder.flag("power", power);
    earliestBegin = coder.number("earliest_begin", earliestBegin);
    accountBound = coder.flag("account_bound", accountBound);
  }
}
