package dev.conclave.client.e2e;

import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Everything in a folder except {@code .workflow/}. */
record UserTree(Path root) {

  static UserTree in(Path root) {
    return new UserTree(root);
  }

  /** Adds what tempts a program to write: changes, hooks, filters, links, a nested repository. */
  UserTree withPitfalls() throws IOException {
    write("src/server.py", Script.SERVER + "\n# not committed\n");
    // A JVM outside a UTF-8 locale cannot encode the second name.
    boolean unicode = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));
    write(unicode ? "notes 笔记.txt" : "notes of mine.txt", "untracked\r\n");
    write(".gitignore", "build/\n");
    write("build/output.bin", "ignored\0");
    write(".gitattributes", "*.py filter=spoil text eol=crlf\n");
    write("inner/.git/HEAD", "ref: refs/heads/main\n");
    write("inner/readme.md", "an unborn repository\n");
    Files.createSymbolicLink(root.resolve("link"), Path.of("src"));
    Files.createSymbolicLink(root.resolve("away"), Path.of("/etc"));
    write("run.sh", "#!/bin/sh\n");
    Files.setPosixFilePermissions(
        root.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-x--x"));
    Path ran = root.resolve("ran-by-git");
    write(
        ".git/config",
        Files.readString(root.resolve(".git/config"))
            + "[filter \"spoil\"]\n\tclean = touch '%1$s'; cat\n\tsmudge = touch '%1$s'; cat\n"
                .formatted(ran)
            + "[core]\n\tfsmonitor = touch '%s'\n".formatted(ran));
    return this;
  }

  /** Returns path, permissions, modification time and content digest of each entry. */
  List<String> content() throws IOException {
    List<String> entries = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted().toList()) {
        if (!path.equals(root) && !path.startsWith(root.resolve(".workflow"))) {
          entries.add(describe(path));
        }
      }
    }
    return entries;
  }

  private String describe(Path path) throws IOException {
    String held =
        Files.isSymbolicLink(path)
            ? "-> " + Files.readSymbolicLink(path)
            : Files.isDirectory(path) ? "folder" : Digests.sha256(Files.readAllBytes(path));
    return "%s %s %s %s"
        .formatted(
            root.relativize(path),
            Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS),
            Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS),
            held);
  }

  private void write(String path, String content) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), content);
  }
}
