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
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one tree, whatever happens to the workspace meanwhile. One Git process answers
 * all reads, started by the first; it ends with {@link #close}. Thread-safe.
 */
public final class TreeFiles implements AutoCloseable {
  private final Git git;
  private final GitPlace place;
  private final Map<String, TreeFile> files = new LinkedHashMap<>();

  private @Nullable Process batch;
  private @Nullable DataInputStream answers;

  /**
   * A file of a tree.
   *
   * @param path relative to the workspace, with {@code /}
   * @param raw name, see {@link RawNames}
   * @param mode in octal
   * @param blob names its content
   * @param size in bytes
   */
  public record TreeFile(String path, String raw, String mode, String blob, long size) {

    /** Whether it is a symbolic link; its content is the target. */
    public boolean isLink() {
      return mode.equals("120000");
    }

    private static TreeFile of(String line) {
      int tab = line.indexOf('\t');
      String[] fields = line.substring(0, tab).split(" +", -1);
      String raw = line.substring(tab + 1);
      return new TreeFile(RawNames.text(raw), raw, fields[0], fields[2], Long.parseLong(fields[3]));
    }
  }

  TreeFiles(Git git, GitPlace place, String tree) {
    this.git = git;
    this.place = place;
    byte[] listing = git.run(place, "ls-tree", "-r", "-z", "-l", "--full-tree", tree);
    for (String line : RawNames.split(listing)) {
      TreeFile file = TreeFile.of(line);
      files.putIfAbsent(file.path(), file);
    }
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
  public synchronized byte[] bytes(TreeFile file) {
    try {
      return ask(file.blob());
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("cannot read " + file.path() + ": " + e.getMessage(), e);
    }
  }

  /** A file's lines without their ends; what is no UTF-8 is replaced. */
  public Optional<List<String>> lines(String path) {
    return bytes(path).map(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().toList());
  }

  /** How many lines a file has; 0 for an empty one, empty when there is no such file. */
  public Optional<Integer> lineCount(String path) {
    return lines(path).map(List::size);
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
}
