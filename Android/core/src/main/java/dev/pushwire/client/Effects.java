package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an event comes to. */
public final class Effects {
  private final List<ClientCommand> commands;
  private final List<ClientMetric> metrics;

  Effects(List<ClientCommand> commands, List<ClientMetric> metrics) {
    this.commands = Collections.unmodifiableList(commands);
    this.metrics = Collections.unmodifiableList(metrics);
  }

  /** What to do now, in this order. */
  public List<ClientCommand> commands() {
    return commands;
  }

  /** What to count. */
  public List<ClientMetric> metrics() {
    return metrics;
  }

  /** Does all commands in their order. */
  public void perform(ClientCommandHandler handler) {
    for (ClientCommand command : commands) {
      command.perform(handler);
    }
  }

  /** {@code {"commands": […], "metrics": […]}}. */
  public JsonValue json() {
    List<JsonValue> words = new ArrayList<>();
    for (ClientCommand command : commands) {
      words.add(command.json());
    }
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("commands", JsonValue.array(words));
    members.put("metrics", Codec.list(ClientMetric.CODEC).write(metrics));
    return JsonValue.object(members);
  }
}
