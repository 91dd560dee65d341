package dev.conclave.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Sources that are made up of real names: those of the JDK's classes, few of them often and many
 * seldom, as in any code. The same number gives the same file.
 */
record SampleSource(List<String> names) {
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
