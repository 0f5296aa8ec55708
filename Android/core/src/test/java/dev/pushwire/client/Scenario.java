package dev.pushwire.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** One file of contract/scenarios: a state, events, and all that the core makes of them. */
final class Scenario {
  static final String FOLDER = "contract/scenarios";

  /** An event and its time; null: the process ends, and the next one reads what was saved. */
  private static final class Step {
    ClientEvent event;
    long at;
  }

  final String id;
  final String title;
  final JsonValue expect;
  private final ClientPolicy policy;
  private final ClientState state;
  private final List<Step> steps = new ArrayList<>();

  /** Reads a file. A member that nobody knows is a fault: else a misspelt one would prove nothing. */
  Scenario(Path file, ClientPolicy common) {
    JsonValue json = Repository.json(file);
    only(json, "file", "id", "title", "given", "events", "expect");
    id = json.get("id").string();
    title = json.get("title").string();
    require(id != null && title != null, "no id or title");
    require((id + ".json").equals(file.getFileName().toString()), "its id is " + id);
    JsonValue given = json.get("given");
    only(given, "given", "platform", "state", "policy");
    policy = given.get("policy").isNull()
        ? common : record(given.get("policy"), new ClientPolicy(), "policy");
    state = given.get("state").isNull()
        ? new ClientState() : record(given.get("state"), new ClientState(), "state");
    JsonValue platform = given.get("platform");
    if (given.get("state").get("session").get("platform").isNull() && !platform.isNull()) {
      try {
        state.session.platform = Platform.CODEC.read(platform);
      } catch (Codec.Misfit misfit) {
        throw new AssertionError("platform " + platform);
      }
    }
    List<JsonValue> events = json.get("events").array();
    require(events != null && !events.isEmpty(), "no events");
    for (JsonValue event : events) {
      steps.add(step(event));
    }
    expect = json.get("expect");
  }

  /** The files, but for the policy that they have in common. */
  static List<Path> files() {
    List<Path> files = Repository.files(FOLDER, ".json");
    files.removeIf(file -> file.endsWith("policy.json"));
    return files;
  }

  static ClientPolicy commonPolicy() {
    Path file = Repository.path(FOLDER).resolve("policy.json");
    return record(Repository.json(file), new ClientPolicy(), "policy.json");
  }

  /** What the core makes of it, in the form of `expect`. */
  JsonValue run() throws ClientState.Fault {
    ClientReducer reducer = new ClientReducer(policy);
    ClientState state = this.state.copy();
    List<JsonValue> commands = new ArrayList<>();
    List<JsonValue> metrics = new ArrayList<>();
    for (Step step : steps) {
      if (step == null) {
        state = ClientState.load(state.savedText());
        continue;
      }
      JsonValue effects = reducer.reduce(state, step.event, step.at).json();
      commands.addAll(effects.get("commands").array());
      metrics.addAll(effects.get("metrics").array());
    }
    Map<String, JsonValue> said = new LinkedHashMap<>();
    said.put("commands", JsonValue.array(commands));
    said.put("state", state.json());
    said.put("metrics", JsonValue.array(metrics));
    return JsonValue.object(said);
  }

  private static Step step(JsonValue json) {
    if (Boolean.TRUE.equals(json.get("restart").bool())) {
      only(json, "restart", "at", "restart");
      return null;
    }
    require(json.object() != null && json.get("at").integer() != null, "no time: " + json);
    Map<String, JsonValue> members = new LinkedHashMap<>(json.object());
    members.remove("at");
    Step step = new Step();
    step.at = json.get("at").integer();
    step.event = ClientEvent.of(JsonValue.object(members));
    require(step.event != null, "does not fit: " + json);
    // An event says itself in one way: so nothing in the file was passed over.
    JsonValue written = step.event.json();
    members.forEach((name, member) -> require(
        member.equals(written.get(name)), name + " is unknown, says what is so anyway, or reads otherwise"));
    return step;
  }

  private static <T extends Coded> T record(JsonValue json, T blank, String place) {
    List<String> unknown = new ArrayList<>();
    T value;
    try {
      value = Coded.read(json, blank, unknown);
    } catch (Codec.Misfit misfit) {
      throw new AssertionError(place + " does not fit");
    }
    require(unknown.isEmpty(), place + " has the unknown members " + unknown);
    require(value.json().equals(json), place + ": something in it is unknown, or says what is so anyway");
    return value;
  }

  private static void only(JsonValue json, String place, String... names) {
    require(json.object() != null, place + " is no object");
    TreeSet<String> others = new TreeSet<>(json.object().keySet());
    others.removeAll(Arrays.asList(names));
    require(others.isEmpty(), place + " has the unknown members " + others);
  }

  private static void require(boolean isSo, String what) {
    if (!isSo) {
      throw new AssertionError(what);
    }
  }
}
