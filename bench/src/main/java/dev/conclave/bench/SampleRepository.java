package dev.conclave.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Git repository of so many sources in folders of a hundred, all of them in one commit.
 *
 * @param root its folder, absolute
 */
record SampleRepository(Path root, int files) {
  private static final int FILES_IN_FOLDER = 100;

  static SampleRepository make(Path root, int files) throws Exception {
    SampleRepository made = new SampleRepository(root, files);
    SampleSource source = SampleSource.ofThisJdk();
    for (int i = 0; i < files; i++) {
      if (i % FILES_IN_FOLDER == 0) {
        Files.createDirectories(made.folder(i));
      }
      Files.writeString(made.file(i), source.file(i));
    }
    made.git("init", "-q");
    made.git("-c", "gc.auto=0", "add", "-A");
    made.git(
        "-c",
        "user.name=b",
        "-c",
        "user.email=b@example.com",
        "-c",
        "gc.auto=0",
        "commit",
        "-qm",
        "x");
    made.git("repack", "-adq");
    return made;
  }

  private Path folder(int number) {
    return root.resolve("package-" + number / FILES_IN_FOLDER);
  }

  private Path file(int number) {
    return folder(number).resolve("File" + number + ".java");
  }

  /** Adds a line to the first of its files. */
  void change(int most) throws IOException {
    for (int i = 0; i < Math.min(files, most); i++) {
      Files.writeString(file(i), "// changed\n", StandardOpenOption.APPEND);
    }
  }

  /** What tells whether anything was written: inode, size and the time of the last change. */
  Map<String, String> stamps() throws IOException {
    Map<String, String> stamps = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path path : (Iterable<Path>) walk::iterator) {
        stamps.put(
            path.toString(),
            new TreeMap<>(
                    Files.readAttributes(path, "unix:ino,size,ctime", LinkOption.NOFOLLOW_LINKS))
                .toString());
      }
    }
    return stamps;
  }

  /** Runs plain Git there, and gives back what it prints. */
  String git(String... arguments) throws Exception {
    List<String> command = Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
    Process process =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
