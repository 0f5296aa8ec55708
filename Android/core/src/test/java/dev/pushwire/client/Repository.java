package dev.pushwire.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the tests read of the repository. They run in its top folder. */
final class Repository {
  private Repository() {}

  static Path path(String name) {
    return Paths.get(name);
  }

  static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  static JsonValue json(Path path) {
    try {
      return JsonValue.parse(Files.readAllBytes(path));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    } catch (JsonFault fault) {
      throw new AssertionError(path + ": " + fault.getMessage(), fault);
    }
  }

  /** The files of a folder with this end, by name; none where there is no folder. */
  static List<Path> files(String folder, String end) {
    if (!Files.isDirectory(path(folder))) {
      return new ArrayList<>();
    }
    try (Stream<Path> all = Files.list(path(folder))) {
      return all.filter(file -> file.toString().endsWith(end)).sorted().collect(Collectors.toList());
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
