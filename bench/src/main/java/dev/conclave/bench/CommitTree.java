package dev.conclave.bench;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceTree;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of a commit, read from a repository's objects; nothing is checked out. */
final class CommitTree implements SourceTree, Closeable {
  private final Git git = new Git();
  private final GitPlace place;
  private final String commit;
  private final Process objects;
  private final DataInputStream answers;

  CommitTree(Path repository, String commit) throws IOException {
    this.place = place(repository);
    this.commit = commit;
    this.objects = git.start(place, "cat-file", "--batch");
    objects.getErrorStream().close();
    this.answers = new DataInputStream(new java.io.BufferedInputStream(objects.getInputStream()));
  }

  static GitPlace place(Path repository) {
    return Repository.at(new Git(), repository)
        .map(found -> GitPlace.ofUser(found, repository))
        .orElseGet(() -> GitPlace.bare(repository));
  }

  @Override
  public Iterable<SourceFile> files() throws IOException {
    String listing;
    try {
      byte[] listed = git.run(place, "ls-tree", "-r", "-z", "--long", "--full-tree", commit);
      listing = new String(listed, StandardCharsets.UTF_8);
    } catch (GitFailed e) {
      throw new IOException("no such commit: " + commit, e);
    }
    List<SourceFile> files = new ArrayList<>();
    for (String entry : listing.split("\0", -1)) {
      int tab = entry.indexOf('\t');
      String[] head = tab < 0 ? new String[0] : entry.substring(0, tab).split(" +", -1);
      if (head.length == 4 && head[0].startsWith("100")) {
        files.add(new SourceFile(entry.substring(tab + 1), head[2], Long.parseLong(head[3])));
      }
    }
    return files;
  }

  /**
   * One at a time, for question and answer go through one process; the index reads side by side.
   */
  @Override
  public synchronized byte[] read(SourceFile file) throws IOException {
    OutputStream ask = objects.getOutputStream();
    ask.write((file.id() + "\n").getBytes(StandardCharsets.US_ASCII));
    ask.flush();
    StringBuilder header = new StringBuilder();
    for (int c = answers.read(); c != '\n'; c = answers.read()) {
      if (c < 0) {
        throw new IOException("git cat-file ended");
      }
      header.append((char) c);
    }
    String[] parts = header.toString().split(" ", -1);
    if (parts.length != 3) {
      throw new IOException("no such object: " + file.id());
    }
    byte[] content = answers.readNBytes(Integer.parseInt(parts[2]));
    answers.skipNBytes(1);
    return content;
  }

  @Override
  public void close() throws IOException {
    objects.getOutputStream().close();
    objects.destroy();
  }
}
