package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What docs/android.md shows is what is compiled, and what it names is there. */
class GuideTests {
  private static final String SAMPLE = "Examples/android/kotlin/com/example/parcel/";

  /** A block: its marker (a file, or a part of one), its language and its text. */
  private static final Pattern BLOCK =
      Pattern.compile("(?:<!-- (part of )?(\\S+) -->\\n)?```(\\w+)\\n(.*?)\\n```", Pattern.DOTALL);

  private static String read(String name) throws IOException {
    return new String(Files.readAllBytes(Paths.get(name)), StandardCharsets.UTF_8);
  }

  private static String trimmed(String text) {
    List<String> lines = new ArrayList<>();
    for (String line : text.trim().split("\n")) {
      lines.add(line.trim());
    }
    return String.join("\n", lines);
  }

  @Test
  void itsCodeIsTheSamplesCode() throws IOException {
    Set<String> whole = new TreeSet<>();
    int parts = 0;
    Matcher block = BLOCK.matcher(read("docs/android.md"));
    while (block.find()) {
      String file = block.group(2);
      if (block.group(3).equals("sh")) {
        continue;
      }
      assertNotNull(file, "a block that names no source: " + block.group(4));
      if (block.group(1) == null) {
        assertEquals(read(file).trim(), block.group(4), file);
        whole.add(file);
      } else {
        assertTrue(trimmed(read(file)).contains(trimmed(block.group(4))), file + " has not: " + block.group(4));
        parts++;
      }
    }
    assertEquals(
        new TreeSet<>(Arrays.asList(
            "Examples/android/settings.gradle.kts", "Examples/android/build.gradle.kts",
            "Examples/android/AndroidManifest.xml", SAMPLE + "ParcelApp.kt", SAMPLE + "MainActivity.kt",
            SAMPLE + "PushService.kt", SAMPLE + "Parcel.kt")),
        whole);
    assertTrue(parts >= 5, parts + " parts");
  }

  @Test
  void theCodesThatItExplainsAreLogged() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (java.util.stream.Stream<Path> files = Files.walk(Paths.get("Android"))) {
      for (Path file : (Iterable<Path>) files.filter(path -> path.toString().contains("/main/java/"))::iterator) {
        if (file.toString().endsWith(".java")) {
          sources.append(read(file.toString()));
        }
      }
    }
    String guide = read("docs/android.md");
    String table = guide.substring(guide.indexOf("## When nothing arrives"), guide.indexOf("## What only"));
    Matcher code = Pattern.compile("`([a-z]+(?:_[a-z]+)+)`").matcher(table);
    int count = 0;
    while (code.find()) {
      String word = code.group(1);
      boolean isMade = sources.indexOf("\"" + word + "\"") >= 0
          || word.startsWith("task_") && sources.indexOf("\"" + word.substring(5) + "\"") >= 0
          || word.startsWith("server_");
      assertTrue(isMade, word);
      count++;
    }
    assertTrue(count >= 20, count + " codes");
  }

  @Test
  void theManifestNamesWhatIsThere() throws Exception {
    Document manifest = DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse("Android/adapters/src/main/AndroidManifest.xml");
    Set<String> names = new HashSet<>();
    for (String kind : Arrays.asList("service", "receiver")) {
      for (int index = 0; index < manifest.getElementsByTagName(kind).getLength(); index++) {
        names.add(((Element) manifest.getElementsByTagName(kind).item(index)).getAttribute("android:name"));
      }
    }
    assertEquals(
        new HashSet<>(Arrays.asList(PushwireJobService.class.getName(), PushwireReceiver.class.getName())), names);
    Element receiver = (Element) manifest.getElementsByTagName("receiver").item(0);
    assertEquals("false", receiver.getAttribute("android:exported"));
    Element service = (Element) manifest.getElementsByTagName("service").item(0);
    assertEquals("android.permission.BIND_JOB_SERVICE", service.getAttribute("android:permission"));
  }

  @Test
  void everyVersionIsTheSame() throws IOException {
    assertTrue(read("Android/build.gradle.kts").contains("\"" + ClientVersion.TEXT + "\""));
    assertTrue(read("Sources/PushClientApple/ClientVersion.swift").contains("\"" + ClientVersion.TEXT + "\""));
  }
}
