package dev.conclave.workflows.temporal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the other end of a loopback connection, which any user of the machine and any page in a
 * browser may open. Owners of ports on Linux only.
 */
public final class LoopbackPort {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /**
   * Loopback or wildcard addresses as Linux prints them: four bytes at a time, lowest byte first.
   */
  private static final Pattern REACHED =
      Pattern.compile("0{8}|[0-9A-F]{6}7F|0{32}|0{24}01000000|0{16}FFFF0000([0-9A-F]{6}7F|0{8})");

  private static final Set<String> NAMES = Set.of("127.0.0.1", "localhost", "[::1]");

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int USER = 7;
  private static final String LISTENS = "0A";
  private static final String ROOT = "0";

  private LoopbackPort() {}

  /**
   * Refuses a port on which another user listens.
   *
   * @throws ServerException.Unreachable saying so, and how to use that server anyway
   */
  static void requireOwn(String address) {
    otherUser(address, us(), table())
        .ifPresent(
            user -> {
              throw new ServerException.Unreachable(
                  "The server at %1$s belongs to another user (user id %2$s), who could read and steer your sessions. Run `conclave up` to start your own. To use that one anyway, set TEMPORAL_ADDRESS=%1$s, and TEMPORAL_TLS_* if it needs a key."
                      .formatted(address, user));
            });
  }

  /**
   * Returns whether another user connected from one port to the other. Root is trusted; it also
   * forwards connections from Windows to its Linux.
   */
  public static boolean isFromOtherUser(int from, int to) {
    return isFromOtherUser(from, to, us(), table());
  }

  /**
   * Returns whether a request's Host header is loopback, the local address, or one of the names.
   * This defeats DNS rebinding, where the header has the name of the foreign page.
   *
   * @param reached the address at which the request came in
   * @param names in lower case, without a port
   */
  public static boolean isNamed(String host, String reached, Set<String> names) {
    String name = host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
    return NAMES.contains(name) || names.contains(name) || name.equals(reached);
  }

  /** Returns whether no other user listens at an address. */
  public static boolean isOwn(String address) {
    return otherUser(address, us(), table()).isEmpty();
  }

  private static String us() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return ""; // not Linux, so there is no table either
    }
  }

  private static List<String> table() {
    List<String> lines = new ArrayList<>();
    for (Path table : TABLES) {
      try {
        lines.addAll(Files.readAllLines(table));
      } catch (IOException e) {
        continue; // not Linux, or no IPv6
      }
    }
    return lines;
  }

  /** Returns the id of another user who listens there, according to a table of Linux. */
  static Optional<String> otherUser(String address, String us, List<String> table) {
    String port = port(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    return sockets(table, port)
        .filter(socket -> socket[STATE].equals(LISTENS))
        .map(socket -> socket[USER])
        .filter(user -> !user.equals(us))
        .findFirst();
  }

  static boolean isFromOtherUser(int from, int to, String us, List<String> table) {
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
