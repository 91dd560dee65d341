package dev.conclave.worker.stack;

import com.google.re2j.Pattern;
import dev.conclave.workflows.text.ControlCharacters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads the end of a log that another process writes, and follows it. Not thread-safe. */
public final class LogFile {
  private static final int MOST_BYTES = 256 << 10;

  /** A stack trace line of the JVM or of Go, which has two lines per frame. */
  private static final Pattern FRAME =
      Pattern.compile(
          "^\\s+(at |\\.\\.\\. \\d+ |\\S+\\.go:\\d+)"
              + "|^(goroutine \\d+ .*|created by \\S+.*|[\\w./()*-]+\\.[\\w.()*]+\\(.*\\))$");

  private static final Pattern INFO = Pattern.compile("\\b(?:INFO|DEBUG|info|debug)\\b");

  private final Path path;
  private long seen;

  /** Follows from the current end; a log that does not exist yet, from its beginning. */
  public LogFile(Path path) throws IOException {
    this.path = path;
    this.seen = size();
  }

  /** Passes on the lines completed since the last call; restarts for a new file. */
  public void readNewLines(Consumer<String> line) throws IOException {
    if (size() < seen) {
      seen = 0;
    }
    int finished;
    do {
      String fresh = read(seen);
      finished = fresh.lastIndexOf('\n') + 1;
      text(fresh.substring(0, finished)).lines().forEach(line);
      seen += finished;
    } while (finished > 0);
  }

  /** Returns up to {@code count} last lines; empty if the file does not exist. */
  public List<String> last(int count) throws IOException {
    List<String> lines = text(read(Math.max(0, size() - MOST_BYTES))).lines().toList();
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /**
   * Returns the last warnings and errors of a log, without stack frames: {@code its log, FILE, ends
   * with: …}.
   */
  static String lastErrors(Path path) throws IOException {
    List<String> telling =
        new LogFile(path)
            .last(200).stream()
                .filter(LogFile::isInformative)
                .filter(line -> !INFO.matcher(line).find())
                .toList();
    String last =
        telling.stream()
            .skip(Math.max(0, telling.size() - 2))
            .map(line -> line.length() > 200 ? line.substring(0, 200) + "…" : line)
            .collect(Collectors.joining(" | "));
    return last.isEmpty()
        ? "its log, " + path + ", gives no reason"
        : "its log, %s, ends with: %s".formatted(path, last);
  }

  static boolean isInformative(String line) {
    return !FRAME.matcher(line).find() && !line.isBlank();
  }

  /** Reads bytes as Latin-1, because a UTF-8 character may be split. */
  private String read(long from) throws IOException {
    if (!Files.isRegularFile(path)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(from);
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
    }
  }

  private static String text(String bytes) {
    String text = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    return ControlCharacters.removed(text);
  }

  private long size() throws IOException {
    return Files.isRegularFile(path) ? Files.size(path) : 0;
  }
}
