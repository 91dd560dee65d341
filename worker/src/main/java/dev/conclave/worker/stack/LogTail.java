package dev.conclave.worker.stack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, of whatever size. */
public final class LogTail {
  private static final int MOST_BYTES = 256 << 10;

  private LogTail() {}

  /** At most so many of the last lines; none of a file that is not there. */
  public static List<String> lines(Path log, int count) throws IOException {
    if (!Files.isRegularFile(log)) {
      return List.of();
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(file.length(), MOST_BYTES)];
      file.seek(file.length() - end.length);
      file.readFully(end);
      List<String> lines = new String(end, StandardCharsets.UTF_8).lines().toList();
      return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }
  }

  /** The last lines as one text for a message. */
  static String last(Path log) throws IOException {
    List<String> lines = lines(log, 3);
    return lines.isEmpty() ? "(empty)" : String.join(" | ", lines);
  }
}
