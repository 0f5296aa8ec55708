package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** What became of background tasks. */
public final class TaskState extends Coded {
  static final Codec<TaskState> CODEC = Codec.record(TaskState::new);

  /** Ids that the system refused for good (not permitted). */
  public List<String> disabled = new ArrayList<>();
  /** Ids that were submitted and have not run. */
  public List<String> pending = new ArrayList<>();
  /** Ids to submit at the next foreground (unavailable). */
  public List<String> postponed = new ArrayList<>();

  /** With every member at its default. */
  public TaskState() {}

  @Override
  TaskState blank() {
    return new TaskState();
  }

  @Override
  void fields(FieldCoder coder) {
    disabled = coder.texts("disabled", disabled);
    pending = coder.texts("pending", pending);
    postponed = coder.texts("postponed", postponed);
  }
}
