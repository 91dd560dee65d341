package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one tree, whatever happens to the workspace meanwhile. One Git process answers
 * all reads, started by the first; it ends with {@link #close}. Thread-safe.
 */
public final class TreeFiles implements AutoCloseable {
  private final Git git;
  private final GitPlace place;
  private final Map<String, TreeFile> files;

  private @Nullable Process batch;
  private @Nullable DataInputStream answers;

  TreeFiles(Git git, GitPlace place, List<TreeEntry> entries) {
    this.git = git;
    this.place = place;
    this.files = read(entries);
  }

  /** All files, in Git's order. */
  public List<TreeFile> list() {
    return List.copyOf(files.values());
  }

  /** The file at a path; empty also for a folder, and for a path that is not in plain form. */
  public Optional<TreeFile> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  /** Whether there is a file at a path. */
  public boolean exists(String path) {
    return files.containsKey(path);
  }

  /** A file's content; of a link, its target. Empty when there is no such file. */
  public Optional<byte[]> bytes(String path) {
    return find(path).map(this::bytes);
  }

  /** A listed file's content. */
  public byte[] bytes(TreeFile file) {
    return blob(file.blob());
  }

  synchronized byte[] blob(String id) {
    try {
      return ask(id);
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("cannot read blob " + id + ": " + e.getMessage(), e);
    }
  }

  /** A file's lines without their ends; what is no UTF-8 is replaced. */
  public Optional<List<String>> lines(String path) {
    return bytes(path).map(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().toList());
  }

  /** How many lines a file has; 0 for an empty one, empty when there is no such file. */
  public Optional<Integer> lineCount(String path) {
    return bytes(path).map(TreeFiles::lineCount);
  }

  @Override
  public synchronized void close() {
    if (batch != null) {
      batch.destroyForcibly();
      batch = null;
      answers = null;
    }
  }

  private byte[] ask(String blob) throws IOException {
    Process process = batch;
    DataInputStream in = answers;
    if (process == null || in == null) {
      process = git.start(place, "cat-file", "--batch");
      // Nobody reads what it complains about; a full pipe would stop it.
      process.getErrorStream().close();
      in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
      batch = process;
      answers = in;
    }
    OutputStream questions = process.getOutputStream();
    questions.write((blob + "\n").getBytes(StandardCharsets.US_ASCII));
    questions.flush();
    String[] header = header(in).split(" ", -1);
    if (header.length != 3) {
      throw new IOException("Git does not have " + blob);
    }
    byte[] content = new byte[Integer.parseInt(header[2])];
    in.readFully(content);
    in.readByte();
    return content;
  }

  private static String header(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
      line.append((char) c);
    }
    return line.toString();
  }

  private static int lineCount(byte[] bytes) {
    int lines = 0;
    for (byte b : bytes) {
      lines += b == '\n' ? 1 : 0;
    }
    return bytes.length > 0 && bytes[bytes.length - 1] != '\n' ? lines + 1 : lines;
  }

  private static Map<String, TreeFile> read(List<TreeEntry> entries) {
    return entries.stream()
        .map(TreeFiles::file)
        .collect(
            Collectors.toMap(
                TreeFile::path, file -> file, (first, second) -> first, LinkedHashMap::new));
  }

  private static TreeFile file(TreeEntry entry) {
    return new TreeFile(
        RawNames.text(entry.raw()), entry.blob(), entry.size(), TreeFile.Kind.ofMode(entry.mode()));
  }
}
