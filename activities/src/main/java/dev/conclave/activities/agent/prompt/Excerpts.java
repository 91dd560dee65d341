package dev.conclave.activities.agent.prompt;

import dev.conclave.activities.git.RawNames;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Cuts excerpts out of the files of a tree, within a number of bytes for all of them.
 *
 * @param directory the tree's root; nothing outside is read, whatever links lead there
 */
record Excerpts(Path directory) {
  private static final int AROUND = 12;
  private static final int HEAD = 40;
  private static final long LARGEST_FILE = 2 << 20;

  /** What fits of a file's best lines with their numbers; empty when nothing does. */
  Optional<String> of(RelevantFile file, int bytes) {
    Optional<List<String>> lines = text(file.path()).map(text -> text.lines().toList());
    if (lines.isEmpty() || lines.get().isEmpty()) {
      return Optional.empty();
    }
    String excerpt = cut(lines.get(), wanted(file.lines(), lines.get().size()), bytes);
    return excerpt.isEmpty() ? Optional.empty() : Optional.of(excerpt);
  }

  /** A whole file, when it is a text of this tree. */
  Optional<String> text(String path) {
    try {
      Path root = directory.toRealPath();
      Path file = RawNames.resolve(root, path).toRealPath();
      if (!file.startsWith(root) || !Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
        return Optional.empty();
      }
      byte[] content = Files.readAllBytes(file);
      for (byte b : content) {
        if (b == 0) {
          return Optional.empty();
        }
      }
      return Optional.of(new String(content, StandardCharsets.UTF_8));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static BitSet wanted(List<Integer> best, int count) {
    BitSet wanted = new BitSet(count);
    for (int line : best) {
      int middle = Math.min(Math.max(line, 1), count) - 1;
      wanted.set(Math.max(0, middle - AROUND), Math.min(count, middle + AROUND + 1));
    }
    if (best.isEmpty()) {
      wanted.set(0, Math.min(HEAD, count));
    }
    return wanted;
  }

  private static String cut(List<String> lines, BitSet wanted, int bytes) {
    StringBuilder excerpt = new StringBuilder();
    int left = bytes;
    int previous = -1;
    for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
      String gap = previous >= 0 && i > previous + 1 ? "…\n" : "";
      String line = gap + (i + 1) + ": " + lines.get(i) + "\n";
      left -= line.getBytes(StandardCharsets.UTF_8).length;
      if (left < 0) {
        break;
      }
      excerpt.append(line);
      previous = i;
    }
    return excerpt.toString();
  }
}
