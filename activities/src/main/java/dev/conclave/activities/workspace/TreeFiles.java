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

/** Reads the files of one tree through one Git process. Thread-safe. */
public final class TreeFiles implements AutoCloseable {
  private final Git git;
  private final GitPlace place;
  private final Map<String, TreeFile> files = new LinkedHashMap<>();

  private @Nullable Process batch;
  private @Nullable DataInputStream answers;

  /** A file of a tree; for {@code raw} see {@link RawNames}. */
  public record TreeFile(String path, String raw, String mode, String blob, long size) {

    /** Whether it is a symbolic link, whose content is its target. */
    public boolean isLink() {
      return mode.equals("120000");
    }
  }

  public TreeFiles(Git git, GitPlace place, String tree) {
    this.git = git;
    this.place = place;
    byte[] listing = git.run(place, "ls-tree", "-r", "-z", "-l", "--full-tree", tree);
    for (String line : RawNames.split(listing)) {
      String raw = line.substring(line.indexOf('\t') + 1);
      String[] fields = line.substring(0, line.indexOf('\t')).split(" +", -1);
      if (fields[1].equals("blob")) {
        String path = RawNames.text(raw);
        files.putIfAbsent(
            path, new TreeFile(path, raw, fields[0], fields[2], Long.parseLong(fields[3])));
      }
    }
  }

  public List<TreeFile> list() {
    return List.copyOf(files.values());
  }

  /** The file at a path; empty for a folder, and for a path that is not normalized. */
  public Optional<TreeFile> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  public boolean exists(String path) {
    return files.containsKey(path);
  }

  /** A file's content; of a link, its target. Empty when there is no such file. */
  public Optional<byte[]> bytes(String path) {
    return find(path).map(this::bytes);
  }

  public synchronized byte[] bytes(TreeFile file) {
    try {
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
      questions.write((file.blob() + "\n").getBytes(StandardCharsets.US_ASCII));
      questions.flush();
      StringBuilder header = new StringBuilder();
      for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
        header.append((char) c);
      }
      String[] fields = header.toString().split(" ", -1);
      if (fields.length != 3) {
        throw new IOException("Git does not have " + file.blob());
      }
      byte[] content = new byte[Integer.parseInt(fields[2])];
      in.readFully(content);
      in.readByte();
      return content;
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("cannot read " + file.path() + ": " + e.getMessage(), e);
    }
  }

  /** A file's lines without their ends, as UTF-8. */
  public Optional<List<String>> lines(String path) {
    return bytes(path).map(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().toList());
  }

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
}
