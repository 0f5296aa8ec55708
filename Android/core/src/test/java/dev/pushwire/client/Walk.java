package dev.pushwire.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One device on a random way: events that could come, and a model that judges what the core does. */
final class Walk {
  private final Random random;
  private final ClientPolicy policy;
  private final ClientReducer reducer;
  private final WalkEvents events;
  private final WalkModel model;
  private final Map<String, Long> tally;
  /** Some walks go through the engine, with a store that fails. */
  private final boolean hasEngine;

  private ClientEngine engine;
  private ClientState state = new ClientState();
  private String saved;
  private boolean failsToSave = false;
  private long now = 1_800_000_000_000L;

  /** Gets a line for each event and command; null: nobody listens. */
  List<String> story;

  Walk(long seed, ClientPolicy policy, Map<String, Long> tally) {
    random = new Random(seed);
    this.policy = policy;
    this.tally = tally;
    reducer = new ClientReducer(policy);
    model = new WalkModel(policy, tally);
    events = new WalkEvents(random, model, policy);
    hasEngine = random.nextInt(32) == 0;
    begin();
  }

  void walk(int length) {
    take(events.launch());
    for (int count = 1; count < length; count++) {
      int dice = random.nextInt(1000);
      if (dice < 8) {
        restart(dice == 0);
      }
      passTime(dice);
      boolean isNews = !state.session.isLaunched && random.nextInt(4) != 0;
      take(isNews ? events.launch() : events.next(state));
    }
  }

  private void passTime(int dice) {
    if (dice == 10) {
      now += 86_400_000L * (1 + random.nextInt(40));
    } else if (dice < 20) {
      now += random.nextInt((int) (2 * ClientConstant.TAP_LIFETIME));
    } else if (dice == 20) {
      now -= random.nextInt(7_200_000); // somebody sets the clock
    } else if (dice < 700) {
      now += random.nextInt(1500);
    }
  }

  /** The process ends; the next one reads what was saved, or finds nothing. */
  private void restart(boolean isLost) {
    count(isLost ? "state lost" : "restart");
    tell(isLost ? "-- the state is lost" : "-- the process ends");
    saved = isLost ? null : hasEngine ? saved : state.savedText();
    begin();
    model.restarted(isLost);
  }

  private void begin() {
    try {
      state = saved == null ? new ClientState() : ClientState.load(saved);
    } catch (ClientState.Fault fault) {
      throw new AssertionError("what was saved is not read: " + fault.getMessage(), fault);
    }
    WalkModel.require(state.session.equals(new SessionState()), "a session outlives its process");
    if (hasEngine) {
      engine = new ClientEngine(policy, new StateStore() {
        @Override
        public String load() {
          return saved;
        }

        @Override
        public void save(String text) throws IOException {
          if (failsToSave) {
            throw new IOException("the disk is full");
          }
          saved = text;
        }
      });
      WalkModel.require(engine.loadFault() == null, "load fault " + engine.loadFault());
      state = engine.state();
    }
  }

  private void take(ClientEvent event) {
    count("event");
    tell(now + " " + (story == null ? "" : event.json().text()));
    model.before(state, event);
    Effects effects;
    if (hasEngine) {
      failsToSave = random.nextInt(200) == 0;
      ClientState before = state;
      String text = before.savedText();
      try {
        effects = engine.take(event, now);
      } catch (IOException full) {
        count("not saved");
        WalkModel.require(engine.state() == before && before.savedText().equals(text), "unsaved, but in use");
        model.notTaken(event);
        return;
      }
      state = engine.state();
      WalkModel.require(state.savedText().equals(saved), "acted on before it was saved");
    } else {
      effects = reducer.reduce(state, event, now);
    }
    if (story != null) {
      effects.commands().forEach(command -> tell("    " + command.json().text()));
    }
    model.taken(state, event, effects);
    if (random.nextInt(256) == 0) {
      checkRoundTrip(effects);
    }
  }

  private void checkRoundTrip(Effects effects) {
    ClientState copy = state.copy();
    WalkModel.require(copy.json().equals(state.json()), "a copy differs");
    try {
      WalkModel.require(ClientState.CODEC.read(JsonValue.parse(state.json().text())).equals(state),
          "the state's text is read otherwise");
      copy.session = new SessionState();
      WalkModel.require(ClientState.load(state.savedText()).equals(copy), "what is saved is read otherwise");
      WalkModel.require(JsonValue.parse(effects.json().text()).equals(effects.json()), "the effects' text");
    } catch (JsonFault | Codec.Misfit | ClientState.Fault fault) {
      throw new AssertionError("the state is not read", fault);
    }
  }

  private void count(String what) {
    tally.merge(what, 1L, Long::sum);
  }

  private void tell(String line) {
    if (story != null) {
      story.add(line);
    }
  }
}
