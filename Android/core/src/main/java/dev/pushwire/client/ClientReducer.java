package dev.pushwire.client;

/**
 * The device's decisions: a state, an event and the time in; the next state, commands and metrics out.
 *
 * <p>Pure: no clock, no system, no randomness. The Swift core answers every scenario of
 * {@code contract/scenarios} and every recorded stream with the same.
 */
public final class ClientReducer {
  private final ClientPolicy policy;

  /** Decides by this policy, which is not to be changed any more. */
  public ClientReducer(ClientPolicy policy) {
    this.policy = policy;
  }

  /** What the device goes by. */
  public ClientPolicy policy() {
    return policy;
  }

  /**
   * Decides an event.
   *
   * @param state becomes the next state
   * @param now milliseconds since 1970
   */
  public Effects reduce(ClientState state, ClientEvent event, long now) {
    Reduction step = new Reduction(policy, state, now);
    step.begin();
    event.tell(step);
    return step.effects();
  }
}
