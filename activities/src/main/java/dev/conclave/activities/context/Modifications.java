package dev.conclave.activities.context;

import dev.conclave.activities.context.MarkdownLines.Heading;
import dev.conclave.activities.context.WorkspaceFiles.Refused;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.context.ContextActivities.DrawnUp;
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
 * Changes of planning documents, which are files below {@code .workflow/} and Markdown that the
 * user listed: computed in memory, then written, all or none. See docs/context.md.
 */
public record Modifications(DocumentStore documents, UnaryOperator<String> filter) {
  private static final Pattern MARKDOWN =
      Pattern.compile(".*\\.(md|markdown|mdx)", Pattern.CASE_INSENSITIVE);

  private static final Pattern RECORD =
      Pattern.compile("^\\.workflow/archive(/|$)|/\\.", Pattern.CASE_INSENSITIVE);

  /** What the modifications of the chosen strategies, in their order, make of the files. */
  DrawnUp drawUp(Path root, List<Resolution> resolutions, List<String> editable) {
    Map<Path, String> before = new LinkedHashMap<>();
    Map<Path, String> after = new LinkedHashMap<>();
    DrawnUp drawn =
        new DrawnUp(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
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

  /** What an agent wants to write, without secrets and characters that nobody sees. */
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
   * Where a file stands that may be changed and is there.
   *
   * @param listed whether the user listed a Markdown file, by its path from the top
   */
  private static Path place(Path root, String name, Predicate<Path> listed) {
    Path path = Path.of(name).normalize();
    boolean below = path.startsWith(".workflow") && path.getNameCount() > 1;
    // A session is resumed from its record, flags and decisions included.
    Refused.when(
        below && RECORD.matcher(path.toString()).find(),
        "is a record of a session, which only the session writes");
    Refused.when(
        !below && !(MARKDOWN.matcher(path.toString()).matches() && listed.test(path)),
        "is neither below .workflow/ nor a Markdown file that --editable names; source code is"
            + " never changed");
    Path file = root.resolve(path);
    Refused.when(!WorkspaceFiles.isThere(root, file), "is missing");
    return file;
  }

  /**
   * Why changes, made in their order, do not apply to a text, each that does not with its reason.
   */
  public static Map<Modification, String> misfits(String text, List<Modification> changes) {
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
    Refused.when(bytes > WorkspaceFiles.MOST_BYTES, "would be larger than 1 MiB");
    return changed;
  }

  private static String added(String text, Modification change) {
    Refused.when(change.newContent().isBlank(), "there is nothing to add");
    MarkdownLines lines = MarkdownLines.of(text);
    List<Heading> found = lines.titled(change.section());
    requireOne("section \"" + change.section() + "\"", found.size());
    return lines.added(found.get(0), change.newContent());
  }

  /** One line end, of which the second half is none. */
  private static final String LINE_END = "(?:\\r\\n|(?<!\\r)\\n)";

  private static String replaced(String text, Modification change) {
    Refused.when(change.oldContent().isBlank(), "there is no old_content to look for");
    // An agent's lines may end otherwise than the file's.
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
      // No empty line stays where they stood.
      head = tail.isEmpty() ? head.replaceFirst("\\r?\\n\\z", "") : head;
      tail = tail.replaceFirst("^\\r?\\n", "");
    }
    return head + tail;
  }

  private static void requireOne(String what, int times) {
    Refused.when(times == 0, what + " is not there");
    Refused.when(
        times > 1, what + " stands there " + Words.counted(times, "time") + " instead of once");
  }

  /**
   * Writes edits, all or none; what an attempt that crashed wrote already counts as written.
   *
   * @return why all that was written is taken back; empty when everything is written
   */
  Optional<String> write(Path root, List<Edit> edits) {
    List<FileChange> changes = new ArrayList<>();
    for (Edit edit : edits) {
      Optional<String> before = documents.find(edit.before());
      Optional<String> after = documents.find(edit.after());
      if (before.isEmpty() || after.isEmpty()) {
        return Optional.of(
            edit.path() + " is not written: its new text is not on this host any more");
      }
      changes.add(new FileChange(root, edit.path(), before.get(), after.get()));
    }
    // All are looked at before the first is written.
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
        // Somebody else's text by now: left as it is.
      } catch (IOException e) {
        left.append("; %s is changed and cannot be put back: %s".formatted(change.path(), e));
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

    /** Whether the file has its new text; refused when it has neither that nor the old one. */
    boolean isWritten() {
      String now = WorkspaceFiles.text(root, file());
      Refused.when(!now.equals(after) && !now.equals(before), "was changed meanwhile");
      return now.equals(after);
    }
  }
}
