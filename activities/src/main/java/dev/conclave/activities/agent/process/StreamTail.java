package dev.conclave.activities.agent.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Reads a growing file line by line, from its beginning. Bytes that are not UTF-8 become the
 * replacement character.
 */
public final class StreamTail {
  private static final int BUFFER = 64 << 10;

  private final Path file;
  private final long limit;
  private final Consumer<String> lines;
  private final ByteArrayOutputStream open = new ByteArrayOutputStream();
  private long position;

  /**
   * A reader from the beginning.
   *
   * @param limit bytes after which it reads no further: what floods is not worth reading
   */
  public StreamTail(Path file, long limit, Consumer<String> lines) {
    this.file = file;
    this.limit = limit;
    this.lines = lines;
  }

  /** Hands over the lines that were completed since the last look. */
  public void advance() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      // Not to its end, which a flood moves faster than we read.
      long end = Math.min(limit, channel.size());
      while (position < end && channel.read(buffer, position) > 0) {
        position += buffer.position();
        split(buffer.flip());
        buffer.clear();
      }
    }
  }

  /** Hands over what is left, the last line without its end included. */
  public void finish() throws IOException {
    advance();
    if (open.size() > 0) {
      handOver();
    }
  }

  /** Bytes read so far. */
  public long bytes() {
    return position;
  }

  private void split(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (next == '\n') {
        handOver();
      } else {
        open.write(next);
      }
    }
  }

  private void handOver() {
    lines.accept(open.toString(StandardCharsets.UTF_8));
    open.reset();
  }
}
