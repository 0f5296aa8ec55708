package dev.pushwire.android;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A text in a file of its own, replaced as a whole: there is the old one or the new one, never half of one.
 */
final class AtomicText {
  private final File file;

  AtomicText(File folder, String name) {
    file = new File(folder, name);
  }

  /** Null: there is none. */
  String read() throws IOException {
    if (!file.exists()) {
      return null;
    }
    try (InputStream in = new FileInputStream(file)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      for (int count = in.read(part); count >= 0; count = in.read(part)) {
        bytes.write(part, 0, count);
      }
      return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
  }

  void write(String text) throws IOException {
    File folder = file.getParentFile();
    if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
      throw new IOException("the folder cannot be made");
    }
    File fresh = new File(folder, file.getName() + ".new");
    try (FileOutputStream out = new FileOutputStream(fresh)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.getFD().sync();
    }
    if (!fresh.renameTo(file)) {
      throw new IOException("the file cannot be replaced");
    }
  }

  /** What could not be used stays beside, for whoever looks into it; one, not a heap of them. */
  void setAside() {
    File aside = new File(file.getParentFile(), file.getName() + ".unusable");
    if (!file.renameTo(aside)) {
      file.delete();
    }
  }
}
