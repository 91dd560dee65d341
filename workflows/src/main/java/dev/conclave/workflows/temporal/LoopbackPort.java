package dev.conclave.workflows.temporal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whose program is at a port of loopback: every user of a machine may open one. Linux tells. */
public final class LoopbackPort {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /** Loopback or every address, as Linux prints them: four bytes at a time, the last one first. */
  private static final Pattern REACHED =
      Pattern.compile("0{8}|[0-9A-F]{6}7F|0{32}|0{24}01000000|0{16}FFFF0000([0-9A-F]{6}7F|0{8})");

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int USER = 7;
  private static final String LISTENS = "0A";
  private static final String ROOT = "0";

  private LoopbackPort() {}

  /**
   * Refuses a port at which another user listens.
   *
   * @throws ServerException.Unreachable that says so, and how to use that server all the same
   */
  static void requireOwn(String address) {
    stranger(address, us(), table())
        .ifPresent(
            user -> {
              throw new ServerException.Unreachable(
                  "The server at %1$s belongs to another user of this machine (user id %2$s), who could read and steer your sessions. Start your own with `conclave up`, or set TEMPORAL_ADDRESS=%1$s, and TEMPORAL_TLS_* if it asks for a key, to use that one all the same."
                      .formatted(address, user));
            });
  }

  /**
   * Whether another user has connected from one port to the other. Root may see everything, and
   * hands on what comes from Windows to its Linux.
   */
  public static boolean isStrangers(int from, int to) {
    return isStrangers(from, to, us(), table());
  }

  /** Whether no other user listens at an address. */
  public static boolean isOwn(String address) {
    return stranger(address, us(), table()).isEmpty();
  }

  private static String us() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return ""; // another system, which has no table either
    }
  }

  private static List<String> table() {
    List<String> lines = new ArrayList<>();
    for (Path table : TABLES) {
      try {
        lines.addAll(Files.readAllLines(table));
      } catch (IOException e) {
        continue; // another system than Linux, or no IPv6
      }
    }
    return lines;
  }

  /** The id of a user but us who listens there, by a table of Linux. */
  static Optional<String> stranger(String address, String us, List<String> table) {
    String port = port(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    return sockets(table, port)
        .filter(socket -> socket[STATE].equals(LISTENS))
        .map(socket -> socket[USER])
        .filter(user -> !user.equals(us))
        .findFirst();
  }

  static boolean isStrangers(int from, int to, String us, List<String> table) {
    return sockets(table, port(from))
        .filter(socket -> socket[REMOTE].endsWith(port(to)))
        .anyMatch(socket -> !List.of(us, ROOT).contains(socket[USER]));
  }

  private static String port(int port) {
    return ":%04X".formatted(port);
  }

  private static Stream<String[]> sockets(List<String> table, String port) {
    return table.stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(socket -> socket[LOCAL].endsWith(port))
        .filter(socket -> REACHED.matcher(socket[LOCAL].replaceFirst(":.*", "")).matches());
  }
}
