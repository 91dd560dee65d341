package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Two commands that start the stack at once start one. */
record StackLock(FileChannel channel, FileLock lock) implements AutoCloseable {

  /** Waits for whoever starts or ends the stack now, and says so. */
  static StackLock take(DataFolder folder, Consumer<String> progress) throws IOException {
    folder.create();
    Files.createDirectories(folder.server());
    FileChannel channel =
        FileChannel.open(
            folder.server().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock free = channel.tryLock();
    if (free != null) {
      return new StackLock(channel, free);
    }
    progress.accept("Another command starts or stops the local stack just now: waiting for it …");
    return new StackLock(channel, channel.lock());
  }

  @Override
  public void close() throws IOException {
    channel.close(); // which frees the lock
  }
}
