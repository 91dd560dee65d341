package dev.conclave.activities.hostile;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The replies of {@code src/test/resources/hostile/replies}: stored files, and floods, each defined
 * in {@code floods.tsv} by a prefix, a pattern, a repeat count and a suffix.
 *
 * <p>Needs only the JDK. {@code java HostileReplies.java FOLDER OUT} writes every reply of a
 * folder, including floods, as a file in OUT.
 */
public final class HostileReplies {
  private HostileReplies() {}

  /** One reply. */
  public interface Reply {
    String name();

    void writeTo(OutputStream out) throws IOException;

    default byte[] bytes() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        writeTo(out);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return out.toByteArray();
    }
  }

  private record Stored(String name, Path file) implements Reply {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      Files.copy(file, out);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private record Flood(String name, byte[] before, byte[] pattern, int times, byte[] after)
      implements Reply {
    static Flood of(String line) {
      String[] fields = line.split("\t", -1);
      return new Flood(
          "flood-" + fields[0],
          decoded(fields[1]),
          decoded(fields[2]),
          Integer.parseInt(fields[3]),
          decoded(fields[4]));
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(before);
      for (int i = 0; i < times; i++) {
        out.write(pattern);
      }
      out.write(after);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Returns the replies of a folder: the stored ones by name, then the floods. */
  public static List<Reply> in(Path folder) throws IOException {
    List<Reply> replies = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .map(file -> new Stored(file.getFileName().toString().replace(".txt", ""), file))
          .forEach(replies::add);
    }
    Files.readAllLines(folder.resolve("floods.tsv")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Flood::of)
        .forEach(replies::add);
    return replies;
  }

  private static byte[] decoded(String text) {
    byte[] raw = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '\\') {
        out.write(raw[i]);
        continue;
      }
      i++;
      switch (raw[i]) {
        case 'n' -> out.write('\n');
        case 't' -> out.write('\t');
        case '\\' -> out.write('\\');
        case 'x' -> {
          out.write(
              Integer.parseInt(
                  new String(raw, i + 1, 2, StandardCharsets.US_ASCII), /* radix= */ 16));
          i += 2;
        }
        default -> throw new IllegalArgumentException("unknown escape in: " + text);
      }
    }
    return out.toByteArray();
  }

  public static void main(String[] arguments) throws IOException {
    Path target = Files.createDirectories(Path.of(arguments[1]));
    for (Reply reply : in(Path.of(arguments[0]))) {
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(target.resolve(reply.name() + ".txt")))) {
        reply.writeTo(out);
      }
    }
  }
}
