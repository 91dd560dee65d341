package dev.conclave.activities.agent.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.NetworkProxy.Destination;
import dev.conclave.activities.tool.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The network proxy of a call over real sockets. A loopback server stands for blocked hosts. */
class NetworkProxyTest {
  @TempDir private Path folder;
  @AutoClose private Server server;

  @BeforeEach
  void a_server_on_loopback() throws IOException {
    server = new Server("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.9.9.9",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:1ff::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "3fff:fff::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void a_special_address_is_not_public(String address) throws IOException {
    assertThat(NetworkProxy.isPublic(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "100.63.0.1",
        "100.128.0.1",
        "169.253.1.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "192.167.1.1",
        "198.17.0.1",
        "203.0.112.1",
        "223.255.255.254",
        "2001:4860:4860::8888",
        "2606:4700::1111",
        "2a00:1450:4001:810::200e",
        "3fff:1000::1"
      })
  void an_internet_address_is_public(String address) throws IOException {
    assertThat(NetworkProxy.isPublic(InetAddress.getByName(address))).isTrue();
  }

  @Test
  void addresses_of_this_host_are_not_public() throws IOException {
    for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(one.getInetAddresses())) {
        assertThat(NetworkProxy.isPublic(address)).as(address.toString()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "LOCALHOST.",
        "127.1",
        "0x7f.0.0.1",
        "2130706433",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:0:0:1]",
        "[::]"
      })
  void loopback_is_blocked_however_it_is_written(String host) throws Exception {
    try (Proxy proxy = new Proxy(List.of(), Map.of())) {
      String tunnel = proxy.ask("CONNECT " + host + ":" + server.port() + " HTTP/1.1\r\n\r\n");
      String plain = proxy.ask("GET http://" + host + ":" + server.port() + "/ HTTP/1.1\r\n\r\n");

      assertThat(List.of(tunnel, plain))
          .allMatch(said -> said.matches("(?s)HTTP/1.1 (403|502) .*"));
      assertThat(server.heard()).isEmpty();
      assertThat(proxy.refused()).hasSize(1);
    }
  }

  @Test
  void allowed_hosts_are_reached_by_any_of_their_names_and_no_others_are() throws Exception {
    try (Proxy proxy = new Proxy(List.of("localhost:" + server.port()), Map.of());
        Server other = new Server("")) {
      for (String host : List.of("localhost", "LOCALHOST", "127.0.0.1")) {
        assertThat(proxy.ask("CONNECT " + host + ":" + server.port() + " HTTP/1.1\r\n\r\nhi"))
            .isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n" + server.answer());
        assertThat(server.heard().poll()).isEqualTo("hi");
      }
      assertThat(proxy.ask("CONNECT localhost:" + other.port() + " HTTP/1.1\r\n\r\nhi"))
          .startsWith("HTTP/1.1 403 ")
          .contains("network_allow");
      assertThat(other.heard()).isEmpty();
    }
  }

  @Test
  void a_plain_request_is_forwarded_without_its_proxy_headers() throws Exception {
    String at = "localhost:" + server.port();
    try (Proxy proxy = new Proxy(List.of(at), Map.of())) {
      String said =
          proxy.ask(
              "POST http://"
                  + at
                  + "?a=b HTTP/1.1\r\nHost: other.example\r\nProxy-Authorization: x\r\nConnection:"
                  + " keep-alive\r\nX-Own: 1\r\nContent-Length: 4\r\n\r\nbodyGET http://"
                  + at
                  + "/second HTTP/1.1\r\n\r\n");

      assertThat(said).isEqualTo(server.answer());
      assertThat(server.heard())
          .containsExactly(
              "POST /?a=b HTTP/1.1\r\nHost: "
                  + at
                  + "\r\nConnection: close\r\nX-Own: 1\r\nContent-Length: 4\r\n\r\nbody");
    }
  }

  @Test
  void a_chunked_body_is_forwarded_chunk_by_chunk() throws Exception {
    String at = "localhost:" + server.port();
    String head = "POST http://" + at + "/x HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n";
    try (Proxy proxy = new Proxy(List.of(at), Map.of())) {
      proxy.ask(
          head + "3;ext=1\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\nGET / HTTP/1.1");

      assertThat(server.heard().remove())
          .endsWith("\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "Content-Length: 1, 1\r\n\r\na",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: +1\r\n\r\na",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\n\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "X: 1\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "X: 1\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "X: \0\r\n\r\n",
        "X\r\n\r\n"
      })
  void an_ambiguous_request_is_not_forwarded(String rest) throws Exception {
    String at = "localhost:" + server.port();
    try (Proxy proxy = new Proxy(List.of(at), Map.of())) {
      assertThat(proxy.ask("POST http://" + at + "/ HTTP/1.1\r\n" + rest))
          .startsWith("HTTP/1.1 400 ");
      assertThat(server.heard()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1",
        "GET https://1.1.1.1/ HTTP/1.1",
        "CONNECT 1.1.1.1 HTTP/1.1",
        "CONNECT 1.1.1.1:0 HTTP/1.1",
        "CONNECT 1.1.1.1:65536 HTTP/1.1",
        "CONNECT :1 HTTP/1.1",
        "CONNECT http://1.1.1.1:1 HTTP/1.1",
        "CONNECT 1.1.1.1:1/x HTTP/1.1",
        "GET http:/// HTTP/1.1",
        "GET http://a@1.1.1.1/ HTTP/1.1",
        "GET http://1.1.1.1\\@b/ HTTP/1.1",
        "GET  http://b/ HTTP/1.1",
        "GET http://b/ HTTP/2.0",
        "GET http://b:x/ HTTP/1.1",
        "CONNECT [fe80::1%lo]:1 HTTP/1.1",
        ""
      })
  void a_non_proxy_request_is_refused(String line) throws Exception {
    try (Proxy proxy = new Proxy(List.of(), Map.of())) {
      assertThat(proxy.ask(line + "\r\n\r\n")).startsWith("HTTP/1.1 400 ");
      assertThat(proxy.refused()).isEmpty();
    }
  }

  @Test
  void unterminated_headers_are_refused() throws Exception {
    try (Proxy proxy = new Proxy(List.of(), Map.of())) {
      String endless = "GET http://b/ HTTP/1.1\r\nX: " + "x".repeat(200 << 10);
      assertThat(proxy.ask(endless)).startsWith("HTTP/1.1 431 ");
      assertThat(proxy.ask("GET http://b/ HTTP/1.1\r\n" + "X: x\r\n".repeat(20 << 10)))
          .startsWith("HTTP/1.1 431 ");
    }
  }

  @Test
  void a_hundred_connections_at_once_are_served() throws Exception {
    String at = "localhost:" + server.port();
    try (Proxy proxy = new Proxy(List.of(at), Map.of())) {
      List<SocketChannel> idle = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        idle.add(proxy.connect());
      }
      assertThat(proxy.ask("CONNECT " + at + " HTTP/1.1\r\n\r\nhi")).endsWith(server.answer());
      for (SocketChannel one : idle) {
        one.close();
      }
    }
  }

  /** Runs in a separate process with less memory than a call's proxy has. */
  @Test
  void a_flood_of_short_connections_leaves_no_resources_behind() throws Exception {
    List<String> line = java("NetworkProxy", "-Xmx24m");
    line.addAll(List.of("--parent", "" + ProcessHandle.current().pid()));
    line.addAll(List.of("--socket", "flooded", "--refused", "refused"));
    Process process = new ProcessBuilder(line).directory(folder.toFile()).inheritIO().start();
    try {
      awaitListening(folder.resolve("flooded"));
      for (int i = 0; i < 2500; i++) {
        assertThat(ask(folder.resolve("flooded"), "CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\n"))
            .contains(" 403 ");
      }
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void refused_destinations_are_recorded_once_each_up_to_a_limit() throws Exception {
    try (Proxy proxy = new Proxy(List.of(), Map.of())) {
      for (int i = 1; i < 60; i++) {
        proxy.ask("CONNECT 10.0.0.%d:443 HTTP/1.1\r\n\r\n".formatted(i / 2));
      }
      assertThat(proxy.refused()).hasSizeLessThanOrEqualTo(32).doesNotHaveDuplicates();
      assertThat(proxy.refused()).contains("10.0.0.1:443");
    }
  }

  /** Tests resolve no public names: a name unknown here is passed on as a name. */
  @Test
  void hosts_go_through_the_users_proxy_but_loopback_does_not() throws Exception {
    Map<String, String> environment =
        Map.of(
            "HTTPS_PROXY", "http://me:secret@localhost:" + server.port(),
            "http_proxy", "localhost:" + server.port(),
            "NO_PROXY", "other.invalid, .exempt.invalid");
    try (Proxy proxy = new Proxy(List.of(), environment)) {
      assertThat(proxy.ask("CONNECT api.invalid:443 HTTP/1.1\r\n\r\nhi"))
          .isEqualTo(server.answer());
      assertThat(server.heard().remove())
          .isEqualTo(
              "CONNECT api.invalid:443 HTTP/1.1\r\nHost: api.invalid:443\r\n"
                  + "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\nhi");
      assertThat(proxy.ask("GET http://api.invalid/x HTTP/1.1\r\n\r\n")).isEqualTo(server.answer());
      assertThat(server.heard().remove()).startsWith("GET http://api.invalid/x HTTP/1.1\r\nHost: ");

      for (String host : List.of("127.0.0.1", "localhost", "other.invalid", "a.exempt.invalid")) {
        assertThat(proxy.ask("CONNECT " + host + ":" + server.port() + " HTTP/1.1\r\n\r\n"))
            .as(host)
            .matches("(?s)HTTP/1.1 (403|502) .*");
      }
      assertThat(server.heard()).isEmpty();
    }
  }

  /** Starts both programs as a call does, without the network namespace. */
  @Test
  void the_forwarder_waits_for_the_proxy_and_both_end_with_their_program() throws Exception {
    Tool.needed("bash");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String script =
        """
        cat >ask <<'END'
        exec 3<>/dev/tcp/127.0.0.1/%3$d
        printf 'GET http://localhost:%4$d/ HTTP/1.1\\r\\n\\r\\n' >&3
        while read -r line <&3; do :; done
        echo "$line"
        exit 7
        END
        %1$s --socket s --port %3$d --allow nowhere:1 -- bash ask &
        forwarder=$!
        sleep 1
        %2$s --parent $$ --socket s --refused r --allow localhost:%4$d &
        proxy=$!
        wait $forwarder
        echo $?
        echo $proxy
        """
            .formatted(
                String.join(" ", java("NetworkForwarder")),
                String.join(" ", java("NetworkProxy")),
                port,
                server.port());
    Process shell =
        new ProcessBuilder("bash", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String[] said = new String(shell.getInputStream().readAllBytes(), ISO_8859_1).split("\n");

    assertThat(said).startsWith("hello", "7").hasSize(3);
    long proxy = Long.parseLong(said[2]);
    ProcessHandle.of(proxy).ifPresent(left -> left.onExit().orTimeout(30, TimeUnit.SECONDS).join());
  }

  private static List<String> java(String main, String... options) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    List<String> line = new ArrayList<>(List.of(java));
    line.addAll(List.of(options));
    Path classes =
        Path.of(NetworkProxy.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    line.addAll(List.of("-cp", classes.toString()));
    line.add(NetworkProxy.class.getPackageName() + "." + main);
    return line;
  }

  /** The proxy in this process. */
  private final class Proxy implements AutoCloseable {
    private final Path socket = folder.resolve("s" + System.nanoTime());
    private final Path refused = folder.resolve("refused");
    private final Thread listener;

    Proxy(List<String> allowed, Map<String, String> environment) throws Exception {
      List<Destination> destinations =
          allowed.stream().map(one -> Destination.parse(one).orElseThrow()).toList();
      NetworkProxy proxy = new NetworkProxy(destinations, environment, refused);
      listener =
          new Thread(
              () -> {
                try {
                  proxy.listen(socket);
                } catch (IOException e) {
                  // Closed at the end of the test.
                }
              });
      listener.start();
      awaitListening(socket);
    }

    SocketChannel connect() throws IOException {
      return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    String ask(String request) throws IOException {
      return NetworkProxyTest.ask(socket, request);
    }

    List<String> refused() throws IOException {
      return Files.exists(refused) ? Files.readAllLines(refused) : List.of();
    }

    @Override
    public void close() {
      listener.interrupt();
    }
  }

  private static void awaitListening(Path socket) throws Exception {
    for (boolean up = false; !up; ) {
      try (SocketChannel ready = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        up = ready.isConnected();
      } catch (IOException e) {
        Thread.sleep(10);
      }
    }
  }

  /** Sends everything, closes the output and reads to the end. */
  private static String ask(Path socket, String request) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      NetworkForwarder.write(channel, request);
      channel.shutdownOutput();
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer buffer = ByteBuffer.allocate(4096);
      while (channel.read(buffer.clear()) >= 0) {
        answer.write(buffer.array(), 0, buffer.position());
      }
      return answer.toString(ISO_8859_1);
    }
  }

  /** Reads each connection to its end, or the head of an empty GET, and then answers. */
  private static final class Server implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final String answer;

    Server(String answer) throws IOException {
      this.answer = answer;
      new Thread(this::serve).start();
    }

    private void serve() {
      while (!socket.isClosed()) {
        try (Socket client = socket.accept()) {
          StringBuilder text = new StringBuilder();
          while (!(text.indexOf("GET ") == 0 && text.indexOf("\r\n\r\n") > 0)) {
            int next = client.getInputStream().read();
            if (next < 0) {
              break;
            }
            text.append((char) next);
          }
          heard.add(text.toString());
          client.getOutputStream().write(answer.getBytes(ISO_8859_1));
        } catch (IOException e) {
          // The client or this server is gone.
        }
      }
    }

    int port() {
      return socket.getLocalPort();
    }

    String answer() {
      return answer;
    }

    Queue<String> heard() {
      return heard;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
