package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.artifact.ArtifactKind;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What is there before anybody is asked: an earlier package that still fits, the user's intent, the
 * documents to read first. What cannot be used is left out with a note that says why.
 */
final class EarlierContext {
  private static final String PACKAGE = ".process/context-package.json";
  private static final String PREPARED = ".workflow/.prep/plan-prep-package.json";
  private static final Duration PREPARED_FOR = Duration.ofHours(24);

  private static final int KIB = 1 << 10;
  private static final int MOST_PACKAGE = 4096 * KIB;
  private static final int MOST_NOTES = 1024 * KIB;
  private static final int MOST_SOURCE = 64 * KIB;
  private static final int MOST_IN_ALL = 256 * KIB;
  private static final int MOST_SOURCES = 10;

  private final DocumentStore documents;
  private final UnaryOperator<String> filter;
  private final Clock clock;

  EarlierContext(DocumentStore documents, UnaryOperator<String> filter, Clock clock) {
    this.documents = documents;
    this.filter = filter;
    this.clock = clock;
  }

  /** A document that is read first. */
  private record SourceDocument(String path, String text) {}

  Detected detect(Gathering gathering, List<String> named, List<String> editable) {
    List<String> notes = new ArrayList<>();
    Path root = Path.of(gathering.workspace().path());
    Path folder = SessionKind.CONTEXT.folder(gathering.workspace()).resolve(gathering.session());
    Path top = ContextActivitiesImpl.top(gathering.workspace());
    Optional<Assembled> existing = unless(notes, PACKAGE, () -> existing(gathering, top, folder));
    Intent intent =
        new PlanningNotes(filter)
            .intent(
                gathering.task(),
                unless(
                        notes,
                        PlanningNotes.FILE,
                        () -> planningNotes(top, folder.resolve(PlanningNotes.FILE)))
                    .orElse(""));
    List<String> wanted =
        named.isEmpty() ? unless(notes, PREPARED, () -> prepared(root)).orElse(List.of()) : named;
    List<SourceDocument> sources = sources(root, wanted, notes);
    return new Detected(
        existing,
        intent,
        kept(sources),
        // Nobody asked for them: what cannot be read is not told.
        kept(sources(root, planning(root, folder, editable), new ArrayList<>())),
        List.copyOf(notes));
  }

  private Optional<DocumentRef> kept(List<SourceDocument> sources) {
    return sources.isEmpty() ? Optional.empty() : Optional.of(documents.putRecord(sources));
  }

  /** What conflicts may change: agents work in a snapshot, without what Git ignores. */
  private static List<String> planning(Path root, Path folder, List<String> editable) {
    List<String> paths = new ArrayList<>(editable);
    if (Files.isDirectory(folder) && folder.startsWith(root)) {
      try (Stream<Path> walk = Files.walk(folder, 3)) {
        walk.filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !file.startsWith(folder.resolve(".process")))
            .map(file -> root.relativize(file).toString())
            .sorted()
            .forEach(paths::add);
      } catch (IOException | UncheckedIOException e) {
        // Nobody asked for them: what cannot be read is not changed.
      }
    }
    return paths;
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  /**
   * What is read unless something is wrong, of which a note is taken; nobody asked for the file.
   */
  private static <T> Optional<T> unless(List<String> notes, String file, Reading<T> reading) {
    try {
      return Optional.of(reading.read());
    } catch (NoSuchFileException missing) {
      return Optional.empty();
    } catch (IOException | InvalidPathException e) {
      notes.add("%s is not used: it %s".formatted(file, Refused.why(e)));
      return Optional.empty();
    }
  }

  /** The package of the same session, task and commit, as it was handed out when it was made. */
  private Assembled existing(Gathering gathering, Path top, Path folder) throws IOException {
    byte[] content = bytes(real(top, folder.resolve(PACKAGE)), MOST_PACKAGE);
    JsonNode said = WireMapper.get().readTree(content);
    JsonNode metadata = said.path("metadata");
    if (!metadata.path("session_id").asText().equals(gathering.session())
        || !metadata.path("task_description").asText().equals(filter.apply(gathering.task()))) {
      throw new Refused("is of another task");
    }
    if (gathering.head().isEmpty()
        || !metadata.path("head").asText().equals(gathering.head().get())) {
      throw new Refused("is of another commit");
    }
    if (!ArtifactKind.FULL_CONTEXT.errors(said).isEmpty()
        || !said.path("_user_intent_mapping").isObject()
        || said.at("/_briefing/text").asText().getBytes(StandardCharsets.UTF_8).length
            > ContextBriefing.MOST_BYTES) {
      throw new Refused("is not whole: remove it");
    }
    if (!SecretFilter.inTexts(said.deepCopy(), filter).equals(said)) {
      throw new Refused("holds a secret: remove it");
    }
    return ContextPackageFile.assembled(said, documents.put(content));
  }

  /** The verified documents of a preparation that is ready, of today and for this workspace. */
  private List<String> prepared(Path root) throws IOException {
    JsonNode said =
        WireMapper.get().readTree(bytes(real(root, root.resolve(PREPARED)), MOST_NOTES));
    if (!said.path("prep_status").asText().equals("ready")) {
      throw new Refused("is not ready: prepare again, or name documents with --source");
    }
    try {
      String at = said.path("generated_at").asText(said.path("timestamp").asText());
      Duration age = Duration.between(OffsetDateTime.parse(at).toInstant(), clock.instant());
      if (age.compareTo(PREPARED_FOR) >= 0) {
        throw new Refused("is older than 24 hours: prepare again, or name documents with --source");
      }
    } catch (DateTimeException e) {
      throw new Refused("does not say when it was made: prepare again");
    }
    String of = said.path("environment").path("project_root").asText();
    if (!Files.isDirectory(Path.of(of)) || !Files.isSameFile(Path.of(of), root)) {
      throw new Refused("is for another folder: prepare again here");
    }
    return StreamSupport.stream(said.path("task").path("source_refs").spliterator(), false)
        .filter(one -> one.path("status").asText().equals("verified"))
        .map(one -> one.path("path").asText())
        .filter(path -> !path.isEmpty())
        .toList();
  }

  private List<SourceDocument> sources(Path root, List<String> paths, List<String> notes) {
    List<SourceDocument> read = new ArrayList<>();
    int taken = 0;
    for (String path : paths.stream().distinct().toList()) {
      try {
        if (read.size() == MOST_SOURCES) {
          throw new Refused("is one more than the 10 that are: name fewer");
        }
        Path real = real(root, root.resolve(path));
        String inside = root.toRealPath().relativize(real).toString();
        if (Eligibility.isSecret(inside) || ("/" + inside + "/").contains("/.git/")) {
          throw new Refused("may hold secrets: name another");
        }
        byte[] content = bytes(real, MOST_SOURCE);
        if (taken + content.length > MOST_IN_ALL) {
          throw new Refused("does not fit into the 256 KiB that are read: name fewer");
        }
        String text =
            SourceText.of(content).orElseThrow(() -> new Refused("is no text: name another"));
        read.add(new SourceDocument(path, filter.apply(Invisible.removed(text))));
        taken += content.length;
      } catch (NoSuchFileException e) {
        notes.add(
            "source %s is not read: it is missing; give its path from the top of the workspace"
                .formatted(Bounds.topic(path)));
      } catch (IOException | InvalidPathException e) {
        notes.add("source %s is not read: it %s".formatted(Bounds.topic(path), Refused.why(e)));
      }
    }
    return read;
  }

  private static String planningNotes(Path top, Path file) throws IOException {
    return SourceText.of(bytes(real(top, file), MOST_NOTES))
        .orElseThrow(() -> new Refused("is no text"));
  }

  /** A file that is below a folder, also behind links. */
  private static Path real(Path top, Path path) throws IOException {
    Path file = path.toRealPath();
    if (!file.startsWith(top.toRealPath())) {
      throw new Refused("is outside of " + top + ": name a copy inside");
    }
    if (!Files.isRegularFile(file)) {
      throw new Refused("is no file: name one");
    }
    return file;
  }

  private static byte[] bytes(Path file, int most) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(most + 1);
      if (content.length > most) {
        throw new Refused("is larger than %d KiB: shorten it".formatted(most / KIB));
      }
      return content;
    }
  }
}
