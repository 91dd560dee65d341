package dev.conclave.worker.stack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A log that another process writes: its end, and what comes from now on. Not thread-safe. */
public final class LogFile {
  private static final int MOST_BYTES = 256 << 10;
  private static final int SHOWN = 2;
  private static final int WIDEST = 200;

  /** Of the JVM and of Go, whose frames take two lines each. */
  private static final Pattern FRAME =
      Pattern.compile(
          "^\\s+(at |\\.\\.\\. \\d+ |\\S+\\.go:\\d+)"
              + "|^(goroutine \\d+ .*|created by \\S+.*|[\\w./()*-]+\\.[\\w.()*]+\\(.*\\))$");

  private final Path path;
  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private long seen;

  /** Follows from the log's present end; a log that is not there yet from its beginning. */
  public LogFile(Path path) throws IOException {
    this.path = path;
    this.seen = size();
  }

  /** Hands over the lines that were finished since the last look; a new file starts over. */
  public void look(Consumer<String> line) throws IOException {
    long size = size();
    if (size < seen) {
      seen = 0;
      unfinished.reset();
    }
    while (seen < size) {
      byte[] fresh = bytes(seen, (int) Math.min(size - seen, MOST_BYTES));
      seen += fresh.length;
      for (byte one : fresh) { // a character may be cut in two, a line may not
        if (one != '\n') {
          unfinished.write(one);
        } else {
          line.accept(unfinished.toString(StandardCharsets.UTF_8));
          unfinished.reset();
        }
      }
    }
  }

  /** At most so many of the last lines; none of a file that is not there. */
  public List<String> last(int count) throws IOException {
    int length = (int) Math.min(size(), MOST_BYTES);
    List<String> lines =
        new String(bytes(size() - length, length), StandardCharsets.UTF_8).lines().toList();
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /** How a log ends, without stack frames, for a message: {@code its log, FILE, ends with: …}. */
  static String ending(Path path) throws IOException {
    List<String> telling = new LogFile(path).last(200).stream().filter(LogFile::tells).toList();
    String last =
        telling.subList(Math.max(0, telling.size() - SHOWN), telling.size()).stream()
            .map(line -> line.length() > WIDEST ? line.substring(0, WIDEST) + "…" : line)
            .collect(Collectors.joining(" | "));
    return "its log, %s, ends with: %s".formatted(path, last.isEmpty() ? "(empty)" : last);
  }

  /** Whether a line says something by itself: no frame of a stack trace, not blank. */
  static boolean tells(String line) {
    return !FRAME.matcher(line).find() && !line.isBlank();
  }

  private byte[] bytes(long from, int length) throws IOException {
    if (length == 0) {
      return new byte[0];
    }
    byte[] bytes = new byte[length];
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      file.seek(from);
      file.readFully(bytes);
    }
    return bytes;
  }

  private long size() throws IOException {
    return Files.isRegularFile(path) ? Files.size(path) : 0;
  }
}
