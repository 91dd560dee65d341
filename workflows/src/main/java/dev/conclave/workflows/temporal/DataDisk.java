package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The disk that has the data folder, and with it the sessions of a local server. One that is full
 * looks from outside as if server and worker were gone.
 */
public record DataDisk(DataFolder folder) {

  /** In bytes; below this much a server would not even come up. */
  public static final long LEAST = 32L << 20;

  /** What is free for us where the folder is, or will be, in bytes. */
  public long free() throws IOException {
    Path place = folder.root();
    while (!Files.exists(place) && place.getParent() != null) {
      place = place.getParent();
    }
    return Files.getFileStore(place).getUsableSpace();
  }

  /** A clause for people when the disk is full; empty when it is not, or cannot be measured. */
  public Optional<String> full() {
    try {
      long free = free();
      return free >= LEAST
          ? Optional.empty()
          : Optional.of("the disk of %s is full (%d MB free)".formatted(folder.root(), free >> 20));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
