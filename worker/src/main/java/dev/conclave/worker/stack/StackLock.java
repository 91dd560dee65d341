package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/** Two commands that start the stack at once start one. */
record StackLock(FileChannel channel, FileLock lock) implements AutoCloseable {

  /** Waits for whoever starts or ends the stack now. */
  static StackLock take(DataFolder folder) throws IOException {
    Files.createDirectories(folder.server());
    FileChannel channel =
        FileChannel.open(
            folder.server().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return new StackLock(channel, channel.lock());
  }

  @Override
  public void close() throws IOException {
    channel.close(); // which frees the lock
  }
}
