package dev.conclave.activities.search.source;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The language of a file, determined by its name. */
public enum Language {
  JAVA("Java", "java"),
  KOTLIN("Kotlin", "kt kts gradle"),
  JAVASCRIPT("JavaScript", "js jsx mjs cjs vue svelte"),
  TYPESCRIPT("TypeScript", "ts tsx mts cts"),
  PYTHON("Python", "py pyi"),
  GO("Go", "go"),
  RUST("Rust", "rs"),
  C("C", "c h m"),
  CPP("C++", "cc cpp cxx hh hpp hxx inl"),
  CSHARP("C#", "cs"),
  RUBY("Ruby", "rb rake gemspec rakefile gemfile"),
  PHP("PHP", "php"),
  SHELL("Shell", "sh bash zsh bats"),
  PROSE("Text", "md rst adoc txt mdx license readme changelog"),
  STYLE("CSS", "css scss less"),
  MARKUP("Markup", "html htm xml svg"),
  CONFIGURATION("Configuration", "yaml yml json toml ini cfg properties conf dockerfile makefile"),
  OTHER("Other", "");

  /** Titles of languages that are not programming languages. */
  public static final Set<String> NO_CODE =
      Set.of(PROSE.title, STYLE.title, MARKUP.title, CONFIGURATION.title, OTHER.title);

  private static final Map<String, Language> BY_END =
      Arrays.stream(values())
          .flatMap(language -> language.ends.stream().map(end -> Map.entry(end, language)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String title;

  /** Extensions, and names of files without an extension. */
  private final List<String> ends;

  Language(String title, String ends) {
    this.title = title;
    this.ends = List.of(ends.split(" "));
  }

  /** Returns the language of a path; OTHER if unknown. */
  public static Language of(String path) {
    String name = PathKind.name(path).toLowerCase(Locale.ROOT);
    return BY_END.getOrDefault(name.substring(name.lastIndexOf('.') + 1), OTHER);
  }

  /** Returns the language of a file by its path, or else by the interpreter in its first line. */
  public static Language of(String path, String text) {
    Language byPath = of(path);
    if (byPath != OTHER || !text.startsWith("#!")) {
      return byPath;
    }
    String first = text.lines().findFirst().orElse("");
    return first.contains("python")
        ? PYTHON
        : first.contains("node")
            ? JAVASCRIPT
            : first.contains("ruby") ? RUBY : first.matches("(?s).*sh(?:\\W.*)?") ? SHELL : OTHER;
  }

  public String title() {
    return title;
  }

  /** Returns the family of a language; languages of one family can use each other's names. */
  public Language family() {
    return switch (this) {
      case KOTLIN -> JAVA;
      case TYPESCRIPT -> JAVASCRIPT;
      case CPP -> C;
      default -> this;
    };
  }

  public boolean isCode() {
    return compareTo(SHELL) <= 0;
  }
}
