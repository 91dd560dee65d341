package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The network of a sandboxed call: an HTTP proxy on a Unix socket, in a process that ends with the
 * call's supervisor. It resolves names itself, connects to exactly the address it checked, and
 * permits public addresses and configured destinations. It uses only the JDK, and no lambdas until
 * it listens, since every call waits for it.
 */
public final class NetworkProxy {
  /** Suffix for a destination whose name could not be resolved. */
  public static final String UNKNOWN = " (could not be resolved)";

  private static final int MOST_REFUSED = 32;
  private static final int CONNECT_MILLIS = 15_000;
  private static final long PARENT_POLL_MILLIS = 25;

  private final List<Destination> allowed;
  private final Map<String, String> environment;
  private final Path refusedFile;
  private final Set<Destination> refused = new HashSet<>();

  /**
   * The destination of a request.
   *
   * @param host lower-case name or address; IPv6 without brackets
   */
  record Destination(String host, int port) {

    /** Parses {@code host:port}; empty for anything else. */
    static Optional<Destination> parse(String authority) {
      int colon = authority.lastIndexOf(':');
      String port = authority.substring(colon + 1);
      String host = authority.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
      String labels = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
      boolean name =
          host.length() < 255
              && Stream.of(labels.split("\\.", -1))
                  .allMatch(one -> one.matches("[a-z0-9_-]{1,63}"));
      if (!(name || host.matches("\\[[0-9a-f:.]{2,45}]"))
          || !port.matches("[1-9]\\d{0,4}")
          || Integer.parseInt(port) > 65535) {
        return Optional.empty();
      }
      return Optional.of(
          new Destination(host.replaceAll("[\\[\\]]|\\.$", ""), Integer.parseInt(port)));
    }

    InetAddress[] addresses() throws UnknownHostException {
      return InetAddress.getAllByName(host);
    }

    @Override
    public String toString() {
      return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
  }

  /** A request that the proxy itself answers, with an HTTP status. */
  static final class Refusal extends IOException {
    private static final long serialVersionUID = 1L;
    final int status;

    Refusal(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /** The user's own proxy, used for all destinations except permitted ones. */
  record OutsideProxy(Destination at, String authorization) {}

  /** A connection to a destination, or to the user's proxy. */
  record Route(SocketChannel channel, @Nullable OutsideProxy through) {}

  /**
   * Creates a proxy that does not listen yet.
   *
   * @param environment names the user's own proxy, in the usual variables
   * @param refusedFile receives one line for each of the first refused destinations
   */
  NetworkProxy(List<Destination> allowed, Map<String, String> environment, Path refusedFile) {
    this.allowed = List.copyOf(allowed);
    this.environment = environment;
    this.refusedFile = refusedFile;
  }

  /**
   * Runs until its parent ends. Arguments: {@code --parent PID --socket FILE --refused FILE}, and
   * {@code --allow HOST:PORT} any number of times.
   */
  public static void main(String[] args) throws InterruptedException {
    List<Destination> allowed = new ArrayList<>();
    Path socket = Path.of("");
    Path refused = socket;
    long parent = 0;
    for (int i = 0; i < args.length; i += 2) {
      String value = args[i + 1];
      switch (args[i]) {
        case "--parent" -> parent = Long.parseLong(value);
        case "--socket" -> socket = Path.of(value);
        case "--refused" -> refused = Path.of(value);
        case "--allow" -> Destination.parse(value).ifPresent(allowed::add);
        default -> throw new IllegalArgumentException(args[i]);
      }
    }
    Path at = socket;
    NetworkProxy proxy = new NetworkProxy(allowed, System.getenv(), refused);
    Runnable listening =
        new Runnable() {
          @Override
          public void run() {
            try {
              proxy.listen(at);
            } catch (IOException e) {
              System.err.println("conclave: no network for this call: " + e);
              Runtime.getRuntime().halt(1);
            }
          }
        };
    new Thread(listening, "listener").start();
    while (ProcessHandle.current().parent().orElseThrow().pid() == parent) {
      Thread.sleep(PARENT_POLL_MILLIS);
    }
    Runtime.getRuntime().halt(0);
  }

  void listen(Path socket) throws IOException {
    Files.deleteIfExists(socket);
    Semaphore free = new Semaphore(NetworkForwarder.MOST_CONNECTIONS);
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket), NetworkForwarder.MOST_CONNECTIONS);
      while (true) {
        free.acquireUninterruptibly();
        Runnable exchange = new ProxyExchange(this, server.accept(), free);
        new Thread(null, exchange, "", NetworkForwarder.STACK).start();
      }
    }
  }

  /**
   * Connects to a destination, directly or through the user's proxy.
   *
   * @throws Refusal when it is not permitted, unknown or unreachable
   */
  Route open(Destination to, boolean encrypted) throws Refusal {
    List<InetAddress> addresses = new ArrayList<>();
    int found = 0;
    OutsideProxy through = outsideProxy(to, encrypted);
    try {
      for (InetAddress address : to.addresses()) {
        found++;
        if (isAllowed(to, address)) {
          through = null;
          addresses.add(address);
        } else if (isPublic(address)) {
          addresses.add(address);
        }
      }
    } catch (UnknownHostException e) {
      if (through == null) {
        throw refuse(to, 502, "could not be resolved");
      }
    }
    // The user's proxy resolves the name itself and may use any address, so all must be permitted.
    if (addresses.size() < (through == null ? Math.min(found, 1) : found)) {
      throw refuse(to, 403, "is not a public address, and network_allow does not list it");
    }
    if (through != null) {
      Destination at = through.at();
      try {
        return new Route(connect(List.of(at.addresses()), at), through);
      } catch (UnknownHostException e) {
        throw new Refusal(502, "the proxy " + at + " of your environment could not be resolved");
      }
    }
    return new Route(connect(addresses, to), through);
  }

  private static SocketChannel connect(List<InetAddress> addresses, Destination to) throws Refusal {
    String why = "";
    for (InetAddress address : addresses) {
      try {
        SocketChannel channel = SocketChannel.open();
        try {
          channel.socket().connect(new InetSocketAddress(address, to.port()), CONNECT_MILLIS);
          return channel;
        } catch (IOException e) {
          channel.close();
          throw e;
        }
      } catch (IOException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    throw new Refusal(502, to + " cannot be reached: " + why);
  }

  /** Permitted destinations match by name, or by address under any other name. */
  private boolean isAllowed(Destination to, InetAddress address) {
    for (Destination one : allowed) {
      try {
        if (one.port() == to.port()
            && (one.host().equals(to.host()) || List.of(one.addresses()).contains(address))) {
          return true;
        }
      } catch (UnknownHostException e) {
        // A name without an address permits nothing.
      }
    }
    return false;
  }

  /**
   * Returns whether an address belongs to the public internet and not to this host. Source: IANA's
   * special-purpose address registries. IPv6 must be global unicast, without ranges for
   * documentation or embedded IPv4 addresses.
   */
  static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 255;
    int second = bytes[1] & 255;
    int third = bytes[2] & 255;
    boolean special =
        bytes.length == 4
            ? switch (first) {
              case 0, 10, 127 -> true;
              case 100 -> second >= 64 && second < 128;
              case 168 -> second == 63 && third == 129 && (bytes[3] & 255) == 16; // Azure
              case 169 -> second == 254;
              case 172 -> second >= 16 && second < 32;
              case 192 ->
                  second == 168
                      || second == 0 && (third == 0 || third == 2)
                      || second == 88 && third == 99;
              case 198 -> second == 18 || second == 19 || second == 51 && third == 100;
              case 203 -> second == 0 && third == 113;
              default -> first >= 224;
            }
            : switch (first << 8 | second) {
              case 0x2001 -> third < 2 || third == 0x0d && (bytes[3] & 255) == 0xb8;
              case 0x2002 -> true;
              case 0x3fff -> third < 16;
              default -> first >> 5 != 1;
            };
    try {
      return !special && NetworkInterface.getByInetAddress(address) == null;
    } catch (IOException e) {
      return false;
    }
  }

  private @Nullable OutsideProxy outsideProxy(Destination to, boolean encrypted) throws Refusal {
    String url = variable(encrypted ? "HTTPS_PROXY" : "HTTP_PROXY");
    for (String exempt : variable("NO_PROXY").toLowerCase(Locale.ROOT).split("[\\s,]+")) {
      String suffix = exempt.replaceFirst("^\\*?\\.", "").replaceFirst(":\\d+$", "");
      if (suffix.equals("*")
          || !suffix.isEmpty() && (to.host().equals(suffix) || to.host().endsWith("." + suffix))) {
        return null;
      }
    }
    if (url.isBlank()) {
      return null;
    }
    try {
      URI proxy = URI.create(url.contains("://") ? url : "http://" + url);
      int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
      Destination at = Destination.parse(proxy.getHost() + ":" + port).orElseThrow();
      if (!"http".equals(proxy.getScheme())) {
        throw new IllegalArgumentException("scheme");
      }
      String user = proxy.getUserInfo();
      String authorization =
          user == null
              ? ""
              : "Proxy-Authorization: Basic "
                  + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8))
                  + "\r\n";
      return new OutsideProxy(at, authorization);
    } catch (RuntimeException e) {
      // Do not print the address, which may contain a password.
      throw new Refusal(502, "the proxy of your environment is not http://HOST:PORT");
    }
  }

  private String variable(String name) {
    String lower = environment.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    return lower.isBlank() ? environment.getOrDefault(name, "") : lower;
  }

  private synchronized Refusal refuse(Destination to, int status, String why) {
    if (refused.size() < MOST_REFUSED && refused.add(to)) {
      try {
        Files.writeString(
            refusedFile,
            to + (status == 502 ? UNKNOWN : "") + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        System.err.println("conclave: cannot record a refused destination: " + e);
      }
    }
    return new Refusal(status, to + " " + why);
  }
}
