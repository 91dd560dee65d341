package dev.conclave.worker.stack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The end of a log, of whatever size. */
public final class LogTail {
  private static final int MOST_BYTES = 256 << 10;
  private static final int SHOWN = 2;
  private static final int WIDEST = 200;

  /** Of the JVM and of Go, whose frames take two lines each. */
  private static final Pattern FRAME =
      Pattern.compile(
          "^\\s+(at |\\.\\.\\. \\d+ |\\S+\\.go:\\d+)"
              + "|^(goroutine \\d+ .*|created by \\S+.*|[\\w./()*-]+\\.[\\w.()*]+\\(.*\\))$");

  /** How gRPC, the SDK and we name a server that is away, or that wants nothing of us. */
  private static final Pattern SERVER =
      Pattern.compile(
          "UNAVAILABLE|PERMISSION_DENIED|UNAUTHENTICATED|No Temporal server answers|Refused by the"
              + " Temporal server");

  private LogTail() {}

  /** At most so many of the last lines; none of a file that is not there. */
  public static List<String> lines(Path log, int count) throws IOException {
    if (!Files.isRegularFile(log)) {
      return List.of();
    }
    List<String> lines = tail(log, MOST_BYTES);
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  private static List<String> tail(Path log, int bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(file.length(), bytes)];
      file.seek(file.length() - end.length);
      file.readFully(end);
      return new String(end, StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static String cut(String line) {
    return line.length() > WIDEST ? line.substring(0, WIDEST) + "…" : line;
  }

  /** Whether a line says something by itself: no frame of a stack trace, not blank. */
  public static boolean tells(String line) {
    return !FRAME.matcher(line).find() && !line.isBlank();
  }

  /**
   * The last line that says that the server cannot be reached, or refuses polls.
   *
   * @param from bytes of the log that were there before
   */
  public static Optional<String> serverTrouble(Path log, long from) throws IOException {
    if (!Files.isRegularFile(log)) {
      return Optional.empty();
    }
    long fresh = Math.max(0, Files.size(log) - from);
    return tail(log, (int) Math.min(fresh, MOST_BYTES)).stream()
        .filter(line -> tells(line) && SERVER.matcher(line).find())
        .reduce((older, newer) -> newer)
        .map(LogTail::cut);
  }

  /** The last lines that tell something, as one text for a message. */
  public static String last(Path log) throws IOException {
    List<String> telling = lines(log, 200).stream().filter(LogTail::tells).toList();
    List<String> last =
        telling.subList(Math.max(0, telling.size() - SHOWN), telling.size()).stream()
            .map(LogTail::cut)
            .toList();
    return last.isEmpty() ? "(empty)" : String.join(" | ", last);
  }
}
