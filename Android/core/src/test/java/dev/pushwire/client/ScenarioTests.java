package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs every file of contract/scenarios and compares all that the core says: commands, metrics, state. */
class ScenarioTests {
  private static int passed = 0;

  @TestFactory
  Stream<DynamicTest> scenarios() {
    ClientPolicy common = Scenario.commonPolicy();
    return Scenario.files().stream().map(
        file -> dynamicTest(file.getFileName().toString(), () -> compare(new Scenario(file, common))));
  }

  private static void compare(Scenario scenario) throws ClientState.Fault {
    JsonValue said = scenario.run();
    for (String part : new String[] {"commands", "metrics", "state"}) {
      assertEquals(lines(scenario.expect.get(part)), lines(said.get(part)), scenario.title + ": " + part);
    }
    assertEquals(scenario.expect, said, scenario.title);
    passed += 1;
  }

  /** A line for each item or member, so that what differs can be seen. */
  private static String lines(JsonValue json) {
    List<String> lines = new ArrayList<>();
    if (json.array() != null) {
      json.array().forEach(item -> lines.add(item.text()));
    } else if (json.object() != null) {
      json.object().forEach((name, member) -> lines.add(name + ": " + member.text()));
      lines.sort(Utf8.ORDER);
    } else {
      lines.add(json.text());
    }
    return String.join("\n", lines);
  }

  @AfterAll
  static void count() {
    System.out.println("scenarios: " + passed + " passed in Java");
  }

  @Test
  void catalogueIsComplete() {
    List<String> missing = new ArrayList<>();
    List<Path> files = Scenario.files();
    assertFalse(files.isEmpty(), "there are no scenarios");
    for (String id : Catalogue.IDS) {
      if (files.stream().noneMatch(file -> file.endsWith(id + ".json"))) {
        missing.add(id);
      }
    }
    assertEquals(List.of(), missing, "without a scenario");
  }
}
