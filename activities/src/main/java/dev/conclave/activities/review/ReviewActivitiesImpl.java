package dev.conclave.activities.review;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.ChangedTrees.Sides;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.Change.Diff;
import dev.conclave.workflows.api.Change.NotShown;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ReviewActivities;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens changes in this host's repositories for review. Thread-safe.
 *
 * @param redact removes secrets
 */
public record ReviewActivitiesImpl(
    ChangedTrees trees,
    DocumentStore documents,
    UnaryOperator<String> redact,
    PullRequests pullRequests)
    implements ReviewActivities {
  /** Maximum bytes of a diff in a prompt. */
  public static final int SHOWN = 96 << 10;

  private static final int WORDS = 8 << 10;
  private static final int NAMED = 200;
  private static final int LABEL = 120;
  private static final int HEADER = 2_000;
  private static final Pattern BINARY =
      Pattern.compile("(?m)^(?:Binary files .* differ|GIT binary patch)$");

  private static final String BEGINS = "diff --git ";
  private static final String TOO_LARGE = "the diff is larger than %d KiB".formatted(SHOWN >> 10);

  @Override
  public Change open(Workspace workspace, ChangeSpec spec) {
    Optional<PullRequest> pull =
        spec.kind() == ChangeSpec.ChangeKind.PULL_REQUEST
            ? Optional.of(pullRequests.find(workspace, spec.of()))
            : Optional.empty();
    Sides sides =
        switch (spec.kind()) {
          case WORKING_TREE -> trees.workingTree(workspace);
          case STAGED -> trees.staged(workspace);
          case RANGE -> trees.range(workspace, spec.of());
          case TREES -> ChangedTrees.named(spec.of());
          case PULL_REQUEST -> {
            PullRequest asked = pull.orElseThrow();
            yield trees.pullRequest(
                workspace,
                asked.baseRefOid(),
                asked.headRefOid(),
                asked.repository(),
                asked.refs());
          }
        };
    List<Piece> pieces = pieces(workspace, sides);
    Diff diff = diff(pull.map(PullRequest::words).orElse(sides.words()), pieces);
    return new Change(
        redact.apply(Cut.shorten(pull.map(PullRequest::label).orElse(spec.named()), LABEL)),
        sides.base(),
        sides.tree(),
        sides.head(),
        documents.putRecord(diff),
        pieces.size(),
        (int) diff.text().lines().filter(line -> line.startsWith(BEGINS)).count(),
        pieces.stream().mapToInt(piece -> piece.lines("+")).sum(),
        pieces.stream().mapToInt(piece -> piece.lines("-")).sum(),
        diff.notShown().stream().limit(NAMED).toList());
  }

  /**
   * Diff of one file.
   *
   * @param before path before the change
   * @param hidden why only the path is listed; empty if the diff is shown
   */
  private record Piece(String path, String before, String text, String hidden) {
    /** Counts the lines that begin with a sign, from the first hunk on. */
    int lines(String sign) {
      int hunks = text.indexOf("\n@@ ");
      return (int)
          text.substring(Math.max(0, hunks))
              .lines()
              .filter(line -> hunks >= 0 && line.startsWith(sign))
              .count();
    }

    int bytes() {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  private List<Piece> pieces(Workspace workspace, Sides sides) {
    List<String> raw = RawNames.split(trees.diff(workspace, sides, "--raw", "-z"));
    String[] patch = {"-p", "--no-color", "--src-prefix=a/", "--dst-prefix=b/"};
    List<String> texts = texts(trees.diff(workspace, sides, patch));
    List<Piece> pieces = new ArrayList<>();
    try (TreeFiles after = trees.trees().files(workspace, sides.tree())) {
      int number = 0;
      for (int i = 0; i < raw.size(); number++) {
        boolean renamed = raw.get(i++).matches("(?s).* [RC][0-9]*");
        String before = RawNames.text(raw.get(i++));
        String path = renamed ? RawNames.text(raw.get(i++)) : before;
        String text = number < texts.size() ? texts.get(number) : "";
        if (sides.apart().keySet().stream()
            .noneMatch(at -> path.equals(at) || path.startsWith(at + "/"))) {
          pieces.add(new Piece(path, before, text, hidden(path, before, text, after)));
        }
      }
    }
    sides.apart().forEach((path, reason) -> pieces.add(new Piece(path, path, "", reason)));
    return pieces;
  }

  /** Splits a patch by file. Lines within a hunk never begin with {@link #BEGINS}. */
  private static List<String> texts(byte[] patch) {
    List<String> texts = new ArrayList<>();
    String all = new String(patch, StandardCharsets.UTF_8);
    int from = 0;
    while (from < all.length()) {
      int next = all.indexOf("\n" + BEGINS, from);
      int end = next < 0 ? all.length() : next + 1;
      texts.add(all.substring(from, end));
      from = end;
    }
    return texts;
  }

  /** Returns why only a file's path is listed; empty if its diff is shown. */
  private static String hidden(String path, String before, String text, TreeFiles after) {
    if (Eligibility.isSecret(path) || Eligibility.isSecret(before)) {
      return "it may hold secrets";
    }
    if (BINARY.matcher(Cut.head(text, HEADER)).find()) {
      return "binary";
    }
    Optional<String> unread = Eligibility.unread(path);
    boolean generated =
        unread.isEmpty()
            && after
                .find(path)
                .filter(file -> !file.isLink() && file.size() <= Eligibility.MAX_BYTES)
                .map(file -> new String(after.bytes(file), StandardCharsets.UTF_8))
                .filter(content -> !Eligibility.admits(path, content))
                .isPresent();
    return unread.orElse(generated ? "generated" : text.isEmpty() ? TOO_LARGE : "");
  }

  /**
   * Selects what fits: source files first, then small files first. The result is ordered by path.
   */
  private Diff diff(String words, List<Piece> pieces) {
    Map<String, String> shown = new TreeMap<>();
    List<NotShown> notShown = new ArrayList<>();
    int left = SHOWN;
    List<Piece> ordered =
        pieces.stream()
            .sorted(
                Comparator.comparing((Piece piece) -> PathKind.of(piece.path()))
                    .thenComparing(Piece::bytes)
                    .thenComparing(Piece::path))
            .toList();
    for (Piece piece : ordered) {
      String text = piece.hidden().isEmpty() ? redact.apply(piece.text()) : "";
      String fits = fitting(text, left);
      if (!piece.hidden().isEmpty()) {
        notShown.add(new NotShown(piece.path(), piece.hidden()));
      } else if (fits.isEmpty()) {
        notShown.add(new NotShown(piece.path(), TOO_LARGE));
      } else if (fits.length() < text.length()) {
        notShown.add(new NotShown(piece.path(), "only its first part is shown: " + TOO_LARGE));
      }
      if (!fits.isEmpty()) {
        shown.put(piece.path(), fits);
        left -= fits.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    List<String> paths =
        pieces.stream()
            .flatMap(piece -> Stream.of(piece.path(), piece.before()))
            .distinct()
            .sorted()
            .toList();
    notShown.sort(Comparator.comparing(NotShown::path));
    return new Diff(
        redact.apply(Cut.lines(words, WORDS).strip()),
        String.join("", shown.values()),
        paths,
        notShown);
  }

  /** Returns the text, or as many of its first hunks as fit; empty if none fits. */
  private static String fitting(String text, int most) {
    String fits = text;
    while (fits.getBytes(StandardCharsets.UTF_8).length > most) {
      int last = fits.lastIndexOf("\n@@ ");
      if (last < 0 || fits.indexOf("\n@@ ") == last) {
        return "";
      }
      fits = fits.substring(0, last + 1);
    }
    return fits;
  }
}
