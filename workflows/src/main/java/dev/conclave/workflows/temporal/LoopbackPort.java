package dev.conclave.workflows.temporal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whose program listens at a port of loopback: every user of a machine may open one. */
final class LoopbackPort {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /** Loopback or every address, as Linux prints them: four bytes at a time, the last one first. */
  private static final Pattern REACHED =
      Pattern.compile("0{8}|[0-9A-F]{6}7F|0{32}|0{24}01000000|0{16}FFFF0000([0-9A-F]{6}7F|0{8})");

  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int USER = 7;
  private static final String LISTENS = "0A";

  private LoopbackPort() {}

  /**
   * Refuses a port at which another user listens. Only Linux tells.
   *
   * @throws ServerException.Unreachable that says so, and how to use that server all the same
   */
  static void requireOwn(String address) {
    for (Path table : TABLES) {
      try {
        String us = Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
        stranger(address, us, Files.readAllLines(table))
            .ifPresent(
                user -> {
                  throw new ServerException.Unreachable(
                      "The server at %1$s belongs to another user of this machine (user id %2$s), who could read and steer your sessions. Start your own with `conclave up`, or set TEMPORAL_ADDRESS=%1$s to use that one all the same."
                          .formatted(address, user));
                });
      } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
        continue; // another system than Linux, or no IPv6
      }
    }
  }

  /** The id of a user but us who listens there, by a table of Linux. */
  static Optional<String> stranger(String address, String us, List<String> table) {
    String port =
        ":%04X".formatted(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    return table.stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(socket -> socket[STATE].equals(LISTENS) && socket[LOCAL].endsWith(port))
        .filter(socket -> REACHED.matcher(socket[LOCAL].replaceFirst(":.*", "")).matches())
        .map(socket -> socket[USER])
        .filter(user -> !user.equals(us))
        .findFirst();
  }
}
