package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Replays the streams of events that the Swift core's random walks recorded: the same commands, metrics and
 * state after every one of them, told by a digest. {@code swift test} writes them.
 */
class TraceTests {
  private static final String FOLDER = "build/traces";

  /** FNV-1a of 64 bits. */
  private static String digest(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (part & 0xFF)) * 0x100000001b3L;
    }
    return String.format("%016x", hash);
  }

  @Test
  void recordedStreamsAreDecidedAlike() throws IOException, JsonFault, ClientState.Fault {
    List<Path> files = Repository.files(FOLDER, ".jsonl");
    assumeFalse(files.isEmpty() && "none".equals(System.getenv("PUSHWIRE_TRACES")), "told to run without");
    assertFalse(files.isEmpty(), "there is no recorded stream in " + FOLDER + ": swift test writes them");
    long events = 0;
    for (Path file : files) {
      events += replay(file);
    }
    assertTrue(events > 0, "the recorded streams are empty");
    System.out.println("traces: " + events + " events of " + files.size() + " streams decided alike in Java");
  }

  private static long replay(Path file) throws IOException, JsonFault, ClientState.Fault {
    long events = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      JsonValue head = JsonValue.parse(lines.readLine());
      ClientReducer reducer = new ClientReducer(ClientPolicy.parse(head.get("policy").text()));
      ClientState state = new ClientState();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonValue step = JsonValue.parse(line);
        if (Boolean.TRUE.equals(step.get("restart").bool())) {
          state = ClientState.load(state.savedText());
          continue;
        }
        ClientEvent event = ClientEvent.of(step.get("event"));
        assertNotNull(event, file + ": no event: " + line);
        assertEquals(step.get("event"), event.json(), file.toString());
        Effects effects = reducer.reduce(state, event, step.get("at").integer());
        events += 1;
        String said = effects.json().text() + "\n" + state.json().text();
        if (!digest(said).equals(step.get("digest").string())) {
          throw new AssertionError(file + ", event " + events + ": decided otherwise\n" + line + "\n" + said);
        }
      }
    }
    return events;
  }
}
