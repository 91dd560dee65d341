package dev.conclave.worker.stack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What comes into a log from now on, line by line. Starts over when the log was rolled over to a
 * new file. Not thread-safe.
 */
public final class LogFollower {
  private static final int MOST_AT_ONCE = 1 << 20;

  private final Path log;
  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private long seen;

  /** Follows from the log's present end; a log that is not there yet from its beginning. */
  public LogFollower(Path log) throws IOException {
    this.log = log;
    this.seen = size();
  }

  /** Hands over the lines that were finished since the last look. */
  public void look(Consumer<String> line) throws IOException {
    long size = size();
    if (size < seen) {
      seen = 0;
      unfinished.reset();
    }
    while (seen < size) {
      byte[] fresh = new byte[(int) Math.min(size - seen, MOST_AT_ONCE)];
      try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
        file.seek(seen);
        file.readFully(fresh);
      }
      seen += fresh.length;
      for (byte one : fresh) {
        take(one, line);
      }
    }
  }

  /** Bytes are gathered until the line is whole, since a character may be cut in two. */
  private void take(byte one, Consumer<String> line) {
    if (one != '\n') {
      unfinished.write(one);
      return;
    }
    line.accept(unfinished.toString(StandardCharsets.UTF_8));
    unfinished.reset();
  }

  private long size() throws IOException {
    return Files.exists(log) ? Files.size(log) : 0;
  }
}
