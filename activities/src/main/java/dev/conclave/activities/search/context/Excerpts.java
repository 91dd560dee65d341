package dev.conclave.activities.search.context;

import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Cuts the parts of relevant files that a prompt shows: around their best lines, best file first,
 * bounded in all, every text through the secret filter. Thread-safe when the filter is.
 */
public final class Excerpts {
  private static final int AROUND = 12;
  private static final int HEAD = 40;

  /** Less than this shows nothing of use. */
  private static final int LEAST = 200;

  private static final int LINE_BYTES = 400;

  /** No file takes more than this part of all, so that several are seen. */
  private static final int SHARES = 6;

  private final UnaryOperator<String> secretFilter;

  /** Excerpts with secrets taken out by a filter. */
  public Excerpts(UnaryOperator<String> secretFilter) {
    this.secretFilter = secretFilter;
  }

  /**
   * The excerpts of a context package; environment files and keys are never among them.
   *
   * @param maxBytes of paths and texts in UTF-8, all excerpts together
   * @throws IOException when the tree cannot be listed
   */
  public List<Excerpt> of(ContextPackage context, SourceTree tree, int maxBytes)
      throws IOException {
    Map<String, SourceFile> files = new HashMap<>();
    tree.files().forEach(file -> files.put(file.path(), file));
    List<Excerpt> excerpts = new ArrayList<>();
    int left = maxBytes;
    for (RelevantFile relevant : context.relevantFiles()) {
      SourceFile file = files.get(relevant.path());
      if (left < LEAST) {
        break;
      }
      if (file == null || Eligibility.isSecret(relevant.path())) {
        continue;
      }
      int share = Math.min(left, Math.max(maxBytes / SHARES, 1));
      for (Excerpt excerpt : cut(tree, file, relevant.lines(), share)) {
        excerpts.add(excerpt);
        left -= bytes(excerpt);
      }
    }
    return List.copyOf(excerpts);
  }

  private List<Excerpt> cut(SourceTree tree, SourceFile file, List<Integer> best, int share) {
    Optional<String> text = text(tree, file);
    if (text.isEmpty() || text.get().isBlank()) {
      return List.of();
    }
    // Filtered as a whole: a key over several lines is not known by a part of them.
    String[] lines = secretFilter.apply(text.get()).split("\n", -1);
    List<Excerpt> excerpts = new ArrayList<>();
    int left = share;
    for (int[] range : ranges(best, lines.length)) {
      Optional<Excerpt> excerpt = excerpt(file.path(), lines, range, left);
      if (excerpt.isPresent()) {
        excerpts.add(excerpt.get());
        left -= bytes(excerpt.get());
      }
    }
    return excerpts;
  }

  private static Optional<Excerpt> excerpt(String path, String[] lines, int[] range, int maxBytes) {
    StringBuilder text = new StringBuilder();
    int left = maxBytes - path.getBytes(StandardCharsets.UTF_8).length;
    int end = range[0] - 1;
    for (int i = range[0]; i <= range[1]; i++) {
      String line = shortened(lines[i - 1]);
      int cost = line.getBytes(StandardCharsets.UTF_8).length + 1;
      if (cost > left) {
        break;
      }
      text.append(i > range[0] ? "\n" : "").append(line);
      left -= cost;
      end = i;
    }
    return end < range[0]
        ? Optional.empty()
        : Optional.of(new Excerpt(path, range[0], end, text.toString()));
  }

  /** Ranges around the best lines, those that touch made one, in the order of the file. */
  private static List<int[]> ranges(List<Integer> best, int lines) {
    List<int[]> ranges = new ArrayList<>();
    for (int line : new TreeSet<>(best)) {
      int start = Math.max(1, line - AROUND);
      int end = Math.min(lines, line + AROUND);
      if (line < 1 || line > lines) {
        continue;
      }
      int[] last = ranges.isEmpty() ? new int[] {0, -1} : ranges.get(ranges.size() - 1);
      if (start <= last[1] + 1) {
        last[1] = end;
      } else {
        ranges.add(new int[] {start, end});
      }
    }
    return ranges.isEmpty() ? List.of(new int[] {1, Math.min(HEAD, lines)}) : ranges;
  }

  private static Optional<String> text(SourceTree tree, SourceFile file) {
    try {
      return SourceText.of(tree.read(file));
    } catch (IOException e) {
      return Optional.empty(); // gone meanwhile: the next file has its place
    }
  }

  private static String shortened(String line) {
    return line.length() <= LINE_BYTES ? line : line.substring(0, LINE_BYTES) + " …";
  }

  private static int bytes(Excerpt excerpt) {
    return excerpt.path().getBytes(StandardCharsets.UTF_8).length
        + excerpt.text().getBytes(StandardCharsets.UTF_8).length
        + 1;
  }
}
