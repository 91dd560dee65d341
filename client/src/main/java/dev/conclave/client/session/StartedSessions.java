package dev.conclave.client.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sessions started from this data folder, so that they can be found without a server.
 *
 * @param file one line of JSON per start, oldest first
 */
public record StartedSessions(Path file) {
  /**
   * A session.
   *
   * @param repository a folder of this host, or a URL
   */
  public record Started(String id, String handle, String repository, Instant at) {}

  public void add(Started session) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          WireMapper.get().writeValueAsString(session) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void remove(String id) {
    try {
      List<String> kept = new ArrayList<>();
      for (Started one : newestFirst()) {
        if (!one.id().equals(id)) {
          kept.add(0, WireMapper.get().writeValueAsString(one));
        }
      }
      Files.write(file, kept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Optional<Started> named(String name) {
    return newestFirst().stream()
        .filter(one -> one.handle().equals(name) || one.id().equals(name))
        .findFirst();
  }

  public List<String> beginning(String start) {
    return newestFirst().stream()
        .filter(one -> one.handle().startsWith(start) || SessionKinds.begins(one.id(), start))
        .map(Started::id)
        .distinct()
        .toList();
  }

  /** Returns the newest session of a folder's repository, else the newest of all. */
  public Optional<Started> last(Path folder) {
    List<Started> all = newestFirst();
    return Stream.concat(
            all.stream().filter(one -> folder.startsWith(one.repository())), all.stream())
        .findFirst();
  }

  private List<Started> newestFirst() {
    List<Started> all = new ArrayList<>();
    try {
      for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
        all.add(0, WireMapper.get().readValue(line, Started.class));
      }
    } catch (JsonProcessingException e) {
      // a full disk may truncate the last line
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
