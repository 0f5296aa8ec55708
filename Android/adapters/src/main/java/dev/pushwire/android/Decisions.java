package dev.pushwire.android;

import dev.pushwire.client.ClientCommand;
import dev.pushwire.client.ClientEngine;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.ClientMetric;
import dev.pushwire.client.ClientState;
import dev.pushwire.client.Effects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Events in, one after the other; each is decided, saved, and only then acted on. */
final class Decisions {
  private static final Runnable NOTHING = () -> { };

  private static final class Early {
    final ClientEvent event;
    final Runnable otherwise;

    Early(ClientEvent event, Runnable otherwise) {
      this.event = event;
      this.otherwise = otherwise;
    }
  }

  private final Pushwire push;
  private final Worker worker;
  private List<Early> early = new ArrayList<>();
  private ClientEngine engine;
  private volatile ClientState published;

  Decisions(Pushwire push) {
    this.push = push;
    worker = push.around.worker;
  }

  /** From any thread. */
  void post(ClientEvent event) {
    post(event, NOTHING);
  }

  /** `otherwise`: where it could not be saved, so that nothing was decided. */
  void post(ClientEvent event, Runnable otherwise) {
    worker.run(() -> decide(event, otherwise));
  }

  /** On the worker. */
  void decide(ClientEvent event, Runnable otherwise) {
    if (engine == null) {
      early.add(new Early(event, otherwise));
      return;
    }
    Effects effects;
    try {
      effects = engine.take(event, worker.now());
    } catch (IOException unsaved) {
      push.log("state_unsaved", "");
      otherwise.run();
      return;
    }
    published = engine.state();
    for (ClientMetric metric : effects.metrics()) {
      push.options.metrics.count(metric);
    }
    for (ClientCommand command : effects.commands()) {
      try {
        command.perform(push.commands);
      } catch (RuntimeException fault) {
        // The system's, as of a maker who changed it: the others are done all the same.
        push.log("command_failed", command.name());
      }
    }
    push.explainer.update(engine.state());
  }

  /** On the worker, once: reads what is saved, begins with the launch, and goes on with what came before. */
  void begin(StateFile file, Life life) {
    ClientEngine fresh = new ClientEngine(push.policy, file);
    if (fresh.loadFault() != null) {
      push.log("state_set_aside", "");
      file.setAside();
    }
    engine = fresh;
    published = fresh.state();
    decide(ClientEvent.launched(life.facts(fresh.state())), NOTHING);
    List<Early> waiting = early;
    early = new ArrayList<>();
    for (Early one : waiting) {
      decide(one.event, one.otherwise);
    }
  }

  /** As it was after the last event; not to be changed. Null before the launch. */
  ClientState state() {
    return published;
  }
}
