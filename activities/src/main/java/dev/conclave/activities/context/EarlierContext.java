package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.artifact.ArtifactKind;
import dev.conclave.activities.context.WorkspaceFiles.Refused;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Detects existing context before any agent runs: a package that still fits, the user's intent,
 * documents to read first. Whatever cannot be used is skipped with a note that says why.
 */
record EarlierContext(DocumentStore documents, UnaryOperator<String> filter, Clock clock) {
  private static final int MOST_PACKAGE = 4 << 20;
  private static final String PACKAGE = ".process/context-package.json";
  private static final String PREPARED = ".workflow/.prep/plan-prep-package.json";
  private static final Duration PREPARED_FOR = Duration.ofHours(24);

  private static final int MOST_SOURCE = 64 << 10;
  private static final int MOST_IN_ALL = 256 << 10;
  private static final int MOST_SOURCES = 10;

  private record SourceDocument(String path, String text) {}

  Detected detect(Gathering gathering) {
    List<String> notes = new ArrayList<>();
    Path root = Path.of(gathering.workspace().path());
    Path top = ContextActivitiesImpl.top(gathering.workspace());
    Path folder = ContextState.KIND.folder(gathering.workspace()).resolve(gathering.session());
    Optional<Assembled> existing =
        unless(notes, folder, PACKAGE, file -> existing(gathering, top, file));
    Optional<String> planned =
        unless(notes, folder, PlanningNotes.FILE, file -> wishes(gathering, root, top, file));
    List<String> wanted =
        gathering.sources().isEmpty()
            ? unless(notes, root, PREPARED, file -> prepared(root, file)).orElse(List.of())
            : gathering.sources();
    return new Detected(
        existing,
        new PlanningNotes(filter).intent(gathering.task(), planned.orElse("")),
        sources(root, wanted, notes),
        // Not requested by the user, so unreadable ones are not reported.
        sources(root, planning(root, folder, gathering.editable()), new ArrayList<>()),
        List.copyOf(notes));
  }

  private static <T> Optional<T> unless(
      List<String> notes, Path folder, String name, Function<Path, T> reading) {
    Path file = folder.resolve(name);
    try {
      return Files.exists(file) ? Optional.of(reading.apply(file)) : Optional.empty();
    } catch (Refused e) {
      notes.add("%s was not used: it %s".formatted(name, Refused.why(e)));
      return Optional.empty();
    }
  }

  /**
   * Reads planning notes. Refuses intent that the user did not name as a source, because the notes
   * may have come with the repository.
   */
  private static String wishes(Gathering gathering, Path root, Path top, Path file) {
    String text = WorkspaceFiles.text(top, file);
    boolean named = gathering.sources().stream().anyMatch(one -> root.resolve(one).equals(file));
    Refused.throwIf(
        !named && PlanningNotes.hasIntent(text),
        "may not be yours: name it with --source to apply its goal and constraints");
    return text;
  }

  /** Returns the package of the same session, task and commit, as originally assembled. */
  private Assembled existing(Gathering gathering, Path top, Path file) {
    String content = WorkspaceFiles.text(top, file, MOST_PACKAGE);
    JsonNode said = WorkspaceFiles.json(content);
    JsonNode metadata = said.path("metadata");
    Refused.throwIf(
        !metadata.path("session_id").asText().equals(gathering.session())
            || !metadata.path("task_description").asText().equals(filter.apply(gathering.task())),
        "belongs to another task");
    Refused.throwIf(
        gathering.head().filter(metadata.path("head").asText()::equals).isEmpty(),
        "belongs to another commit");
    Refused.throwIf(
        !ArtifactKind.FULL_CONTEXT.errors(said).isEmpty()
            || !said.path("_user_intent_mapping").isObject(),
        "is incomplete: remove it");
    // A package that came with the repository is not trusted.
    Refused.throwIf(!documents.holds(said.toString()), "was not written by this host: remove it");
    Refused.throwIf(
        !WireMapper.mapTexts(said.deepCopy(), filter).equals(said), "contains a secret: remove it");
    return ContextPackageFile.assembled(said, documents.put(content));
  }

  /**
   * Returns the verified documents of a preparation for this workspace that is ready and at most 24
   * hours old.
   */
  private List<String> prepared(Path root, Path file) {
    JsonNode said = WorkspaceFiles.json(WorkspaceFiles.text(root, file));
    Refused.throwIf(
        !said.path("prep_status").asText().equals("ready"),
        "is not ready: prepare again, or name documents with --source");
    try {
      String at = said.path("generated_at").asText(said.path("timestamp").asText());
      Instant until = OffsetDateTime.parse(at).toInstant().plus(PREPARED_FOR);
      Refused.throwIf(
          !clock.instant().isBefore(until),
          "is older than 24 hours: prepare again, or name documents with --source");
      Path of = Path.of(said.at("/environment/project_root").asText());
      Refused.throwIf(
          !of.toRealPath().equals(root.toRealPath()), "is for another folder: prepare again here");
    } catch (DateTimeException e) {
      throw new Refused("has no time stamp: prepare again");
    } catch (IOException | InvalidPathException e) {
      throw new Refused("is for another folder: prepare again here");
    }
    return said.at("/task/source_refs")
        .valueStream()
        .filter(one -> one.path("status").asText().equals("verified"))
        .map(one -> one.path("path").asText())
        .filter(path -> !path.isEmpty())
        .toList();
  }

  /**
   * Returns documents that conflicts may change. Agents need their text, because files that Git
   * ignores are not in the snapshot.
   */
  private static List<String> planning(Path root, Path folder, List<String> editable) {
    List<String> paths = new ArrayList<>(editable);
    if (folder.startsWith(root)) {
      WorkspaceFiles.below(folder, 3).stream()
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.startsWith(folder.resolve(".process")))
          .forEach(file -> paths.add(root.relativize(file).toString()));
    }
    return paths;
  }

  /** Reads and stores documents; adds a note for each that cannot be read. */
  private Optional<DocumentRef> sources(Path root, List<String> paths, List<String> notes) {
    List<SourceDocument> read = new ArrayList<>();
    int left = MOST_IN_ALL;
    for (String path : paths.stream().distinct().toList()) {
      try {
        Refused.throwIf(read.size() == MOST_SOURCES, "exceeds the limit of 10 sources");
        String text = WorkspaceFiles.text(root, root.resolve(path));
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        Refused.throwIf(bytes > MOST_SOURCE, "is larger than 64 KiB");
        Refused.throwIf(bytes > left, "exceeds the total of 256 KiB");
        read.add(new SourceDocument(path, filter.apply(ControlCharacters.removed(text))));
        left -= bytes;
      } catch (Refused | InvalidPathException e) {
        notes.add(
            "source %s was not read: it %s; name a few text files, with paths relative to the workspace"
                .formatted(Bounds.topic(path), Refused.why(e)));
      }
    }
    return read.isEmpty() ? Optional.empty() : Optional.of(documents.putRecord(read));
  }
}
