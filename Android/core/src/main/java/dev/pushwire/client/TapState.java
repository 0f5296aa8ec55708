package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** Taps that wait, and those that led somewhere. */
public final class TapState extends Coded {
  static final Codec<TapState> CODEC = Codec.record(TapState::new);

  /** Taps that wait for the UI, an account or the app's authorization; oldest first. */
  public List<WaitingTap> waiting = new ArrayList<>();
  /** Keys of taps that led somewhere, newest last: notification id, a slash and the action. */
  public List<String> consumed = new ArrayList<>();

  /** With every member at its default. */
  public TapState() {}

  @Override
  TapState blank() {
    return new TapState();
  }

  @Override
  void fields(FieldCoder coder) {
    waiting = coder.field("waiting", waiting, Codec.list(WaitingTap.CODEC));
    consumed = coder.texts("consumed", consumed);
  }
}
