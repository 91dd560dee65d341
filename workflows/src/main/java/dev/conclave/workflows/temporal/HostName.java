package dev.conclave.workflows.temporal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The name of this host, for people: it may change, and other hosts may have the same. */
final class HostName {
  /** What Linux calls itself, whether or not a resolver knows the name. */
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  /** The name in {@code HOSTNAME}, else the kernel's, else the resolver's. */
  static String of(Map<String, String> environment) {
    return of(environment, KERNEL);
  }

  static String of(Map<String, String> environment, Path kernel) {
    String given = environment.getOrDefault("HOSTNAME", "");
    if (!given.isBlank()) {
      return given;
    }
    String own = read(kernel);
    return own.isBlank() ? resolved() : own;
  }

  private static String read(Path kernel) {
    try {
      return Files.readString(kernel).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** A resolver may answer with localhost for a name that stands in no table. */
  private static String resolved() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
