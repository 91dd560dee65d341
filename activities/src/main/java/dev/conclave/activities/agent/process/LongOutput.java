package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Cuts the output of a call that was judged down to its head and its tail. */
final class LongOutput {
  /** Of each of the two, in bytes; what is not longer than both stays whole. */
  static final int KEPT = 512 << 10;

  private LongOutput() {}

  /**
   * Cuts one file, in its place: a disk that a flood has filled has no room for a second one.
   * Whoever is interrupted here leaves more than is needed, or a tail that stands twice.
   */
  static void trim(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) <= 2L * KEPT) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = channel.size();
      ByteBuffer tail = ByteBuffer.allocate(KEPT);
      while (tail.hasRemaining() && channel.read(tail, size - KEPT + tail.position()) > 0) {}
      String gap = "\n[… %d bytes left out …]\n".formatted(size - 2L * KEPT);
      ByteBuffer mark = ByteBuffer.wrap(gap.getBytes(StandardCharsets.UTF_8));
      long at = KEPT;
      for (ByteBuffer part : new ByteBuffer[] {mark, tail.flip()}) {
        while (part.hasRemaining()) {
          at += channel.write(part, at);
        }
      }
      channel.truncate(at);
    }
  }
}
