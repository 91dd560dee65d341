package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/** Settings of ours that agents are pointed at; the user's own files are never written. */
final class SettingsFiles {
  static final ObjectMapper JSON = new ObjectMapper();

  private SettingsFiles() {}

  /**
   * Writes a file unless it says so already; agents that start meanwhile see the old or the new.
   */
  static Path write(Path file, JsonNode content) throws IOException {
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(content);
    if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes)) {
      return file;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException(file + " is no file name");
    }
    Files.createDirectories(folder);
    Path part = Files.createTempFile(folder, "settings", ".part");
    Files.write(part, bytes);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return file;
  }
}
