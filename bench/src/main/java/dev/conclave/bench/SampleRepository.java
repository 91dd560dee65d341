package dev.conclave.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Git repository with one commit of source files, a hundred per folder.
 *
 * @param root its absolute path
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

  /** Appends a line to the first files. */
  void change(int most) throws IOException {
    for (int i = 0; i < Math.min(files, most); i++) {
      Files.writeString(file(i), "// changed\n", StandardOpenOption.APPEND);
    }
  }

  /** Returns inode, size and ctime of each file, to detect writes. */
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

  /** Runs plain Git in the repository and returns its output. */
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

  /**
   * Generates sources from the names of JDK classes, few of them frequent and many rare, as in real
   * code. The same number gives the same file.
   */
  private record SampleSource(List<String> names) {
    private static final int LINES = 120;

    static SampleSource ofThisJdk() throws IOException {
      Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java");
      try (Stream<Path> classes = Files.walk(base)) {
        return new SampleSource(
            classes
                .map(path -> path.getFileName().toString())
                .filter(name -> name.endsWith(".class") && !name.contains("$"))
                .map(name -> name.substring(0, name.length() - ".class".length()))
                .sorted()
                .toList());
      }
    }

    String file(int number) {
      Random random = new Random(number);
      StringBuilder text = new StringBuilder("class File" + number + " {\n");
      for (int line = 0; line < LINES; line++) {
        String form =
            switch (line % 3) {
              case 0 -> "  /** Takes the %s of each %s. */%n";
              case 1 -> "  private final %s its%s = null;%n";
              default -> "  void take%s(%s given) { its%2$s.with%1$s(given, \"%1$s\"); }%n";
            };
        text.append(form.formatted(name(random), name(random)));
      }
      return text.append("}\n").toString();
    }

    private String name(Random random) {
      double seldom = Math.pow(random.nextDouble(), 3);
      return names.get((int) (seldom * names.size()));
    }
  }
}
