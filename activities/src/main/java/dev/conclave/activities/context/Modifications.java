package dev.conclave.activities.context;

import dev.conclave.activities.context.MarkdownLines.Heading;
import dev.conclave.activities.context.WorkspaceFiles.Refused;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.PlanningConflict.Change;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Applies changes to planning documents: files below {@code .workflow/}, and Markdown files that
 * the user listed. Changes are computed in memory, then all or none are written. See
 * docs/context.md.
 */
public record Modifications(DocumentStore documents, UnaryOperator<String> filter) {
  private static final Pattern MARKDOWN =
      Pattern.compile(".*\\.(md|markdown|mdx)", Pattern.CASE_INSENSITIVE);

  private static final Pattern RECORD =
      Pattern.compile("^\\.workflow/archive(/|$)|/\\.", Pattern.CASE_INSENSITIVE);

  /**
   * Computes the files' contents after the modifications of the chosen strategies, in their order.
   */
  DraftedEdits draftEdits(Path root, List<Resolution> resolutions, List<String> editable) {
    Map<Path, String> before = new LinkedHashMap<>();
    Map<Path, String> after = new LinkedHashMap<>();
    DraftedEdits drawn =
        new DraftedEdits(
            new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<Path> listed = editable.stream().map(name -> Path.of(name).normalize()).toList();
    for (Resolution resolution : resolutions) {
      String id = resolution.conflict().id();
      for (Modification given :
          resolution.strategy().map(Strategy::modifications).orElse(List.of())) {
        Modification change = cleaned(given);
        List<Suggested> refused = drawn.constraints();
        try {
          Path file = place(root, change.file(), listed::contains);
          refused = drawn.failed();
          String old = before.computeIfAbsent(file, any -> WorkspaceFiles.text(root, any));
          after.put(file, changed(after.getOrDefault(file, old), change));
          drawn.applied().add(new Suggested(id, change, ""));
        } catch (Refused | InvalidPathException e) {
          refused.add(new Suggested(id, change, Refused.why(e)));
        }
      }
    }
    after.forEach(
        (file, text) -> {
          String old = Objects.requireNonNull(before.get(file));
          if (!text.equals(old)) {
            String path = root.relativize(file).toString();
            drawn.edits().add(new Edit(path, documents.put(old), documents.put(text)));
          }
        });
    return drawn;
  }

  private Modification cleaned(Modification given) {
    return new Modification(
        given.file(),
        given.section(),
        given.changeType(),
        given.oldContent(),
        filter.apply(ControlCharacters.removed(given.newContent())),
        filter.apply(ControlCharacters.removed(given.rationale())));
  }

  /**
   * Resolves a file that may be changed and exists.
   *
   * @param listed tests whether the user listed a Markdown file, by its path relative to the root
   */
  private static Path place(Path root, String name, Predicate<Path> listed) {
    Path path = Path.of(name).normalize();
    boolean below = path.startsWith(".workflow") && path.getNameCount() > 1;
    // A session resumes from its record, including flags and decisions.
    Refused.throwIf(
        below && RECORD.matcher(path.toString()).find(),
        "is a session's record, which only the session may change");
    Refused.throwIf(
        !below && !(MARKDOWN.matcher(path.toString()).matches() && listed.test(path)),
        "is neither below .workflow/ nor a Markdown file named with --editable; source code is"
            + " never changed");
    Path file = root.resolve(path);
    Refused.throwIf(!WorkspaceFiles.isThere(root, file), "is missing");
    return file;
  }

  /** Returns the changes that do not apply to a text, made in order, each with the reason. */
  public static Map<Modification, String> inapplicable(String text, List<Modification> changes) {
    Map<Modification, String> misfits = new LinkedHashMap<>();
    String now = text;
    for (Modification change : changes) {
      try {
        now = changed(now, change);
      } catch (Refused e) {
        misfits.put(change, Refused.why(e));
      }
    }
    return misfits;
  }

  private static String changed(String text, Modification change) {
    String changed =
        change.changeType() == Change.ADD ? added(text, change) : replaced(text, change);
    int bytes = changed.getBytes(StandardCharsets.UTF_8).length;
    Refused.throwIf(bytes > WorkspaceFiles.MOST_BYTES, "would be larger than 1 MiB");
    return changed;
  }

  private static String added(String text, Modification change) {
    Refused.throwIf(change.newContent().isBlank(), "new_content is missing");
    MarkdownLines lines = MarkdownLines.of(text);
    List<Heading> found = lines.titled(change.section());
    requireOne("section \"" + change.section() + "\"", found.size());
    return lines.added(found.get(0), change.newContent());
  }

  /** A line end; the LF of a CRLF alone does not match. */
  private static final String LINE_END = "(?:\\r\\n|(?<!\\r)\\n)";

  private static String replaced(String text, Modification change) {
    Refused.throwIf(change.oldContent().isBlank(), "old_content is missing");
    // An agent's line ends may differ from the file's.
    Pattern old =
        Pattern.compile(
            Stream.of(change.oldContent().split("\\r?\\n", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(LINE_END)));
    List<MatchResult> found = new ArrayList<>();
    Matcher matcher = old.matcher(text);
    for (int from = 0; matcher.find(from); from = matcher.start() + 1) {
      found.add(matcher.toMatchResult());
    }
    requireOne("old_content", found.size());
    String head = text.substring(0, found.get(0).start());
    String tail = text.substring(found.get(0).end());
    if (change.changeType() == Change.UPDATE) {
      return head + MarkdownLines.of(text).withLineEnds(change.newContent()) + tail;
    }
    boolean wholeLines = head.isEmpty() || head.endsWith("\n");
    if (wholeLines && !found.get(0).group().endsWith("\n")) {
      // Leaves no empty line in their place.
      head = tail.isEmpty() ? head.replaceFirst("\\r?\\n\\z", "") : head;
      tail = tail.replaceFirst("^\\r?\\n", "");
    }
    return head + tail;
  }

  private static void requireOne(String what, int times) {
    Refused.throwIf(times == 0, what + " does not exist in the file");
    Refused.throwIf(
        times > 1, what + " occurs " + Words.counted(times, "time") + " instead of once");
  }

  /**
   * Writes all edits or none. Files that a crashed attempt has written count as written.
   *
   * @return why all edits were rolled back; empty if everything is written
   */
  Optional<String> write(Path root, List<Edit> edits) {
    List<FileChange> changes = new ArrayList<>();
    for (Edit edit : edits) {
      Optional<String> before = documents.find(edit.before());
      Optional<String> after = documents.find(edit.after());
      if (before.isEmpty() || after.isEmpty()) {
        return Optional.of(
            edit.path() + " was not written: its new text is no longer on this host");
      }
      changes.add(new FileChange(root, edit.path(), before.get(), after.get()));
    }
    // All are checked before the first is written.
    for (boolean write : List.of(false, true)) {
      for (FileChange change : changes) {
        try {
          if (!change.isWritten() && write) {
            change.put(change.after());
          }
        } catch (Refused | IOException e) {
          return Optional.of(change.path() + " " + Refused.why(e) + rolledBack(changes));
        }
      }
    }
    return Optional.empty();
  }

  private static String rolledBack(List<FileChange> changes) {
    StringBuilder left = new StringBuilder();
    for (FileChange change : changes) {
      try {
        if (change.isWritten()) {
          change.put(change.before());
        }
      } catch (Refused theirs) {
        // Changed by someone else in the meantime: left as it is.
      } catch (IOException e) {
        left.append("; %s was changed and cannot be restored: %s".formatted(change.path(), e));
      }
    }
    return left.toString();
  }

  private record FileChange(Path root, String path, String before, String after) {
    private Path file() {
      return place(root, path, anyone -> true);
    }

    void put(String text) throws IOException {
      AtomicFiles.replace(file(), text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns whether the file has its new text. Refuses a file with neither its new nor its old
     * text.
     */
    boolean isWritten() {
      String now = WorkspaceFiles.text(root, file());
      Refused.throwIf(!now.equals(after) && !now.equals(before), "has changed in the meantime");
      return now.equals(after);
    }
  }
}
