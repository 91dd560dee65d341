package dev.conclave.workflows.config;

import java.nio.file.Path;
import java.util.Map;

/** Where a user's own files are. */
public final class UserHome {
  private UserHome() {}

  /**
   * {@code HOME}, which a JVM on Linux does not look at, else what the system's list of users says.
   * The agent programs go by {@code HOME} too.
   */
  public static Path of(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.isBlank() ? System.getProperty("user.home", ".") : home).toAbsolutePath();
  }
}
