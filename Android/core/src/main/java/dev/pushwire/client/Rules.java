package dev.pushwire.client;

/** The rules of one area, on one event's way. */
abstract class Rules {
  /** The event's way, with the other areas' rules. */
  final Reduction step;
  final ClientPolicy policy;
  final ClientState state;
  /** Milliseconds since 1970. */
  final long now;

  Rules(Reduction step) {
    this.step = step;
    policy = step.policy;
    state = step.state;
    now = step.now;
  }

  final void command(ClientCommand command) {
    step.command(command);
  }

  final void metric(String name) {
    step.metric(name, null);
  }

  final void metric(String name, String label) {
    step.metric(name, label);
  }

  /** A number that was never used on this installation. */
  final long nextNumber() {
    return step.nextNumber();
  }
}
