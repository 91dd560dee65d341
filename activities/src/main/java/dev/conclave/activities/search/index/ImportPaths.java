package dev.conclave.activities.search.index;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The ends of paths that an import may mean, likeliest first. */
final class ImportPaths {
  private ImportPaths() {}

  static List<String> candidates(IndexedFile file, String target) {
    return switch (file.language()) {
      case JAVA, KOTLIN -> shortened(target.replace(".*", "").replace('.', '/'), 2, 2);
      case PYTHON -> python(file, target);
      case JAVASCRIPT, TYPESCRIPT ->
          target.startsWith(".") ? relative(file, target) : script(target);
      case GO -> go(target);
      case RUST -> rust(file, target);
      case C, CPP ->
          concat(relative(file, target), List.of(target.replaceFirst("^(?:\\.\\./)+", "")));
      case RUBY -> concat(relative(file, target), List.of(target));
      case PHP -> php(file, target);
      case SHELL -> relative(file, target.replaceFirst("^\\$[^/]*/", "./"));
      case CSHARP, PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> List.of();
    };
  }

  private static List<String> python(IndexedFile file, String target) {
    if (!target.startsWith(".")) {
      return shortened(target.replace('.', '/'), 1, 1);
    }
    int dots = 0;
    while (dots < target.length() && target.charAt(dots) == '.') {
      dots++;
    }
    String up = dots == 1 ? "./" : "../".repeat(dots - 1);
    return relative(file, up + target.substring(dots).replace('.', '/'));
  }

  /** A bare name is a package from outside; a path may follow an alias such as {@code @/}. */
  private static List<String> script(String target) {
    String path = target.replaceFirst("^[@~]/", "");
    return path.equals(target) && !target.startsWith("src/")
        ? List.of()
        : List.of(ImportGraph.withoutExtension(path));
  }

  /** The first segment is a host unless the module is a plain word; packages are folders. */
  private static List<String> go(String target) {
    String[] segments = target.split("/");
    List<String> ends = new ArrayList<>();
    for (int from = 1; from < segments.length; from++) {
      ends.add(String.join("/", List.of(segments).subList(from, segments.length)));
    }
    return segments[0].contains(".") ? ends : List.of();
  }

  private static List<String> rust(IndexedFile file, String target) {
    if (!target.contains("::")) {
      boolean named =
          file.stem().equals("mod") || file.stem().equals("lib") || file.stem().equals("main");
      String inside = named ? target : file.stem() + "/" + target;
      return relative(file, "./" + inside);
    }
    boolean own = target.matches("(?:crate|self|super)::.*");
    String path = target.replaceFirst("^(?:(?:crate|self|super)::)+", "").replace("::", "/");
    return own ? shortened(path, 1, 2) : List.of();
  }

  private static List<String> php(IndexedFile file, String target) {
    if (target.contains("\\")) {
      List<String> parts = List.of(target.replace('\\', '/').split("/"));
      List<String> ends = new ArrayList<>();
      for (int from = 0; from + 1 < parts.size(); from++) {
        ends.add(String.join("/", parts.subList(from, parts.size())));
      }
      return ends;
    }
    return relative(file, "./" + target.replaceFirst("^/", ""));
  }

  /** The path itself, then without its last segments: a member, a nested type. */
  private static List<String> shortened(String path, int least, int drops) {
    List<String> found = new ArrayList<>();
    String now = path;
    for (int i = 0; i <= drops && now.split("/").length >= least; i++) {
      found.add(now);
      int slash = now.lastIndexOf('/');
      if (slash < 0) {
        break;
      }
      now = now.substring(0, slash);
    }
    return found;
  }

  private static List<String> relative(IndexedFile file, String target) {
    try {
      String path =
          Path.of(file.directory()).resolve(target).normalize().toString().replace('\\', '/');
      return path.startsWith("..") ? List.of() : List.of(path, ImportGraph.withoutExtension(path));
    } catch (java.nio.file.InvalidPathException e) {
      return List.of();
    }
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
