package dev.conclave.activities.workspace;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one tree through one Git process, and verifies their ids, because Git does not
 * verify objects when it reads them. Thread-safe.
 */
public final class TreeFiles implements AutoCloseable {
  static final int LARGEST = 64 << 20;

  /** Longer than any activity works on a tree. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Git git;
  private final GitPlace place;
  private final Runnable poisoned;
  private final Map<String, TreeFile> files = new LinkedHashMap<>();

  private @Nullable Process batch;
  private @Nullable DataInputStream answers;

  /** A file of a tree; for {@code raw} see {@link RawNames}. */
  public record TreeFile(String path, String raw, String mode, String blob, long size) {

    /** Returns whether it is a symbolic link, whose content is its target. */
    public boolean isLink() {
      return mode.equals("120000");
    }
  }

  /** An object whose content does not match its id, because another program wrote it. */
  public static final class Poisoned extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    Poisoned(String id) {
      super(new IOException("object " + id + " does not match its id"));
    }
  }

  private record Folder(String prefix, String id, ByteArrayOutputStream content) {}

  /** Opens the files of a revision, without verifying its listing. */
  public TreeFiles(Git git, GitPlace place, String revision) {
    this(git, place, listing(git, place, revision), () -> {});
  }

  /** Opens the files of a tree id; {@code poisoned} runs before each {@link Poisoned} is thrown. */
  static TreeFiles verified(Git git, GitPlace place, String tree, Runnable poisoned) {
    try {
      List<String> listing = listing(git, place, tree);
      TreeFiles files = new TreeFiles(git, place, listing, poisoned);
      files.verify(tree, listing);
      return files;
    } catch (GitFailed damaged) {
      poisoned.run();
      throw new Poisoned(tree);
    }
  }

  private static List<String> listing(Git git, GitPlace place, String tree) {
    String[] command = {"ls-tree", "-r", "-t", "-z", "-l", "--full-tree", tree};
    return RawNames.split(git.run(place, command));
  }

  private TreeFiles(Git git, GitPlace place, List<String> listing, Runnable poisoned) {
    this.git = git;
    this.place = place;
    this.poisoned = poisoned;
    for (String line : listing) {
      String raw = line.substring(line.indexOf('\t') + 1);
      String[] fields = line.substring(0, line.indexOf('\t')).split(" +", -1);
      if (fields[1].equals("blob")) {
        String path = RawNames.text(raw);
        files.putIfAbsent(
            path, new TreeFile(path, raw, fields[0], fields[2], Long.parseLong(fields[3])));
      }
    }
  }

  private void verify(String tree, List<String> listing) {
    Deque<Folder> open = new ArrayDeque<>();
    open.push(new Folder("", tree, new ByteArrayOutputStream()));
    for (String line : listing) {
      String raw = line.substring(line.indexOf('\t') + 1);
      String[] fields = line.substring(0, line.indexOf('\t')).split(" +", -1);
      while (!raw.startsWith(open.element().prefix())) {
        check(open.pop());
      }
      Folder folder = open.element();
      String name = raw.substring(folder.prefix().length());
      String entry = fields[0].replaceFirst("^0", "") + " " + name + "\0";
      folder.content().writeBytes(entry.getBytes(StandardCharsets.ISO_8859_1));
      folder.content().writeBytes(HexFormat.of().parseHex(fields[2]));
      if (fields[1].equals("tree")) {
        open.push(new Folder(raw + "/", fields[2], new ByteArrayOutputStream()));
      }
    }
    open.forEach(this::check);
  }

  private void check(Folder folder) {
    if (!id("tree", folder.content().toByteArray()).equals(folder.id())) {
      throw poisoned(folder.id());
    }
  }

  private Poisoned poisoned(String id) {
    close();
    poisoned.run();
    return new Poisoned(id);
  }

  static String id(String type, byte[] content) {
    return HexFormat.of().formatHex(begun(type, content.length).digest(content));
  }

  private static MessageDigest begun(String type, long size) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update((type + " " + size + "\0").getBytes(StandardCharsets.US_ASCII));
      return sha1;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is always available", e);
    }
  }

  /** Returns the id of a file on disk, which may be larger than memory. */
  static String id(Path file, long size) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      MessageDigest sha1 = begun("blob", size);
      byte[] buffer = new byte[(int) Math.min(size + 1, 1 << 20)];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        ActivityFailures.checkInterrupted();
        sha1.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(sha1.digest());
    }
  }

  public List<TreeFile> list() {
    return List.copyOf(files.values());
  }

  /** Returns the file at a path; empty for folders and for paths that are not normalized. */
  public Optional<TreeFile> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  public boolean exists(String path) {
    return files.containsKey(path);
  }

  /** Returns a file's content, or a link's target; empty if there is no such file. */
  public Optional<byte[]> bytes(String path) {
    return find(path).map(this::bytes);
  }

  public synchronized byte[] bytes(TreeFile file) {
    try {
      Process process = batch;
      DataInputStream in = answers;
      if (process == null || in == null) {
        process = git.start(place, LONGEST, "cat-file", "--batch");
        // Stderr is not read, and a full pipe would block the process.
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
      if (!fields[2].equals(String.valueOf(file.size())) || file.size() > LARGEST) {
        throw poisoned(file.blob());
      }
      byte[] content = new byte[(int) file.size()];
      in.readFully(content);
      in.readByte();
      if (!id("blob", content).equals(file.blob())) {
        throw poisoned(file.blob());
      }
      return content;
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("cannot read " + file.path() + ": " + e.getMessage(), e);
    }
  }

  /** Returns a file's lines without line ends, decoded as UTF-8. */
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
