package dev.conclave.client.web;

import dev.conclave.client.view.Artifact;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Contents of session folders, exported from this host's documents. Caches the most recently used
 * until their sessions change. Thread-safe.
 */
public final class SessionFiles {
  private static final int KEPT = 24;

  private final Optional<HostServices> services;
  private final String host;
  private final DataFolder data;
  private final SecretFilter secrets;
  private final Map<String, Folder> folders = lastUsed();
  private final Map<String, Synthesis> rounds = lastUsed();

  public SessionFiles(
      Optional<HostServices> services, String host, DataFolder data, SecretFilter secrets) {
    this.services = services;
    this.host = host;
    this.data = data;
    this.secrets = secrets;
  }

  private static <V> Map<String, V> lastUsed() {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(KEPT, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > KEPT;
          }
        });
  }

  /**
   * The folder of a session.
   *
   * @param texts by path in the folder, without raw agent output
   * @param elsewhere host and path of the folder if its documents are on another host; else empty
   */
  public record Folder(Map<String, String> texts, String elsewhere) {
    static final Folder NONE = new Folder(Map.of(), "");

    public Optional<String> text(String name) {
      return Optional.ofNullable(texts.get(name));
    }

    /** Reads a file as a record. */
    <T> Optional<T> as(String name, Class<T> type) {
      return text(name)
          .map(
              text -> {
                try {
                  return WireMapper.get().readValue(text, type);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }

    Optional<Artifact> artifact(int round) {
      return as("rounds/" + round + "/synthesis.json", Artifact.class);
    }
  }

  /** Returns the folder for the current state of a session. */
  public Folder of(SessionState<?> state) {
    Optional<Workspace> workspace = state.workspace();
    if (workspace.isEmpty()) {
      return Folder.NONE;
    }
    if (services.isEmpty() || !workspace.get().host().equals(host)) {
      String folder = state.folder().map(Path::toString).orElse("");
      return new Folder(Map.of(), workspace.get().hostName() + ":" + folder);
    }
    return folders.computeIfAbsent(
        state.session() + " " + state.revision() + " " + state.updatedAt(), any -> written(state));
  }

  private Folder written(SessionState<?> state) {
    try {
      Path place = Files.createTempDirectory("conclave-page");
      try {
        Path copy = place.resolve("session");
        services.orElseThrow().export(state, data, copy, secrets);
        return new Folder(texts(copy), "");
      } finally {
        delete(place);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> texts(Path folder) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(file).toString();
        if (!name.contains("/raw/") && !name.startsWith(".")) {
          texts.put(name, Files.readString(file));
        }
      }
    }
    return texts;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Returns a round in full; empty if its document is on another host. */
  Optional<Synthesis> round(DocumentRef document) {
    Synthesis known = rounds.get(document.digest());
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Synthesis> read = services.flatMap(own -> own.round(document, data));
    read.ifPresent(one -> rounds.put(document.digest(), one));
    return read;
  }

  /** Returns those rounds that this host has. */
  List<Synthesis> rounds(List<DocumentRef> documents) {
    return documents.stream().flatMap(one -> round(one).stream()).toList();
  }
}
