package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random walks over everything that can happen to a device, with a small model of what may follow. The seed
 * is printed: PUSHWIRE_WALK_SEED repeats a run, PUSHWIRE_WALK_EVENTS says how many events it has.
 */
class WalkTests {
  private static final String[] MUST_HAPPEN = {
    "adopt_installation", "show_explainer", "hide_explainer", "request_authorization", "ask_for_token",
    "put_registration", "post_logout", "cancel_request", "settle", "clear_delivered", "clear_inbox",
    "present", "display", "deliver", "complete", "run_work", "cancel_work", "store_inbox", "sync_inbox",
    "reconcile", "add_local", "cancel_locals", "authorize", "navigate", "run_action", "set_categories",
    "create_channels", "register_task", "submit_task", "cancel_tasks", "run_task", "cancel_run",
    "complete_task", "warn", "schedule_flush", "post_receipts", "restart", "state lost", "not saved",
    "shown for an account", "worked on for an account", "navigated for an account", "withheld",
  };

  @Test
  void noRuleIsBrokenOnARandomWalk() {
    Seed seed = Seed.of("PUSHWIRE_WALK_SEED");
    String given = System.getenv("PUSHWIRE_WALK_EVENTS");
    long events = given == null ? 1_000_000 : Long.parseLong(given);
    ClientPolicy policy = Scenario.commonPolicy();
    TreeMap<String, Long> tally = new TreeMap<>();
    Random seeds = seed.random();
    long done = 0;
    long walks = 0;
    while (done < events) {
      long number = walks == 0 ? seed.number() : seeds.nextLong() & 0x7FFF_FFFF;
      Walk walk = new Walk(number, policy, tally);
      int length = new int[] {100, 300, 300, 1000, 4000}[(int) (number % 5)];
      try {
        walk.walk(length);
      } catch (AssertionError | RuntimeException fault) {
        String how = "PUSHWIRE_WALK_SEED=" + number + " PUSHWIRE_WALK_EVENTS=1 repeats it.";
        throw new AssertionError(fault + "\n" + how + "\n" + story(number, policy, length), fault);
      }
      done += length;
      walks += 1;
    }
    System.out.println("walk: " + done + " events in " + walks + " walks, " + seed);
    // A walk on which nothing happens proves nothing.
    List<String> never = new ArrayList<>();
    for (String what : MUST_HAPPEN) {
      if (tally.getOrDefault(what, 0L) == 0) {
        never.add(what);
      }
    }
    assertTrue(done < 100_000 || never.isEmpty(), "never happened: " + never);
    assertEquals(done, tally.get("event"));
  }

  /** The end of the same walk once more, in words. */
  private static String story(long number, ClientPolicy policy, int length) {
    Walk walk = new Walk(number, policy, new TreeMap<>());
    walk.story = new ArrayList<>();
    try {
      walk.walk(length);
    } catch (AssertionError | RuntimeException expected) {
      walk.story.add(expected.toString());
    }
    return String.join("\n", walk.story.subList(Math.max(0, walk.story.size() - 60), walk.story.size()));
  }
}
