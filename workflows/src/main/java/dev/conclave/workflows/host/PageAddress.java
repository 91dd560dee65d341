package dev.conclave.workflows.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.LoopbackPort;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;

/**
 * Address of the web page of {@code conclave ui} and the key of its links. Every command of this
 * user reads it from the data folder and can print a sign-in link.
 */
public record PageAddress(String url, byte[] key) {
  private static final int MILLIS = 500;

  /** How much two JVMs may differ about the start of a process: the kernel counts in seconds. */
  private static final int CLOCK_MILLIS = 2000;

  private static Path file(DataFolder folder) {
    return folder.root().resolve("page.json");
  }

  /** Returns the running page; empty when there is none. */
  public static Optional<PageAddress> find(DataFolder folder) {
    try {
      JsonNode note = WireMapper.get().readTree(Files.readAllBytes(file(folder)));
      PageAddress page = new PageAddress(note.path("url").asText(), note.path("key").binaryValue());
      return serves(note) && page.answers() ? Optional.of(page) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // missing, or being written
    }
  }

  /** Returns whether the process that wrote the note is running: another may have its port now. */
  private static boolean serves(JsonNode note) {
    return ProcessHandle.of(note.path("pid").asLong())
        .map(process -> Math.abs(started(process) - note.path("started").asLong()) <= CLOCK_MILLIS)
        .orElse(false);
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** Returns whether a program of this user listens there. */
  private boolean answers() {
    int port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), MILLIS);
      return LoopbackPort.isOwn("127.0.0.1:" + port);
    } catch (IOException e) {
      return false;
    }
  }

  /** Publishes the address for other commands of this user. */
  public void note(DataFolder folder) throws IOException {
    folder.create();
    Path part =
        Files.createTempFile(
            folder.root(),
            "page",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    ProcessHandle us = ProcessHandle.current();
    JsonNode note =
        WireMapper.get()
            .createObjectNode()
            .put("url", url)
            .put("key", key)
            .put("pid", us.pid())
            .put("started", started(us));
    Files.write(part, WireMapper.get().writeValueAsBytes(note));
    Files.move(
        part, file(folder), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes the note, unless another page has replaced it. */
  public void forget(DataFolder folder) throws IOException {
    JsonNode note = WireMapper.get().readTree(Files.readAllBytes(file(folder)));
    if (note.path("key").asText().equals(WireMapper.get().valueToTree(key).asText())) {
      Files.delete(file(folder));
    }
  }

  /** Returns a link to the inbox. */
  public String link() {
    return SignedLink.to(url + "/", key);
  }

  public String link(String session) {
    return SignedLink.to(
        url + "/s/" + URLEncoder.encode(session, StandardCharsets.UTF_8).replace("+", "%20"), key);
  }
}
