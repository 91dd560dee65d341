package dev.conclave.activities.search.source;

import java.util.Locale;
import java.util.Map;

/** What a file is written in, told by its name. */
public enum Language {
  JAVA("Java"),
  KOTLIN("Kotlin"),
  JAVASCRIPT("JavaScript"),
  TYPESCRIPT("TypeScript"),
  PYTHON("Python"),
  GO("Go"),
  RUST("Rust"),
  C("C"),
  CPP("C++"),
  CSHARP("C#"),
  RUBY("Ruby"),
  PHP("PHP"),
  SHELL("Shell"),
  PROSE("Text"),
  STYLE("CSS"),
  MARKUP("Markup"),
  CONFIGURATION("Configuration"),
  OTHER("Other");

  private static final Map<String, Language> BY_END =
      Map.ofEntries(
          Map.entry("java", JAVA),
          Map.entry("kt", KOTLIN),
          Map.entry("kts", KOTLIN),
          Map.entry("js", JAVASCRIPT),
          Map.entry("jsx", JAVASCRIPT),
          Map.entry("mjs", JAVASCRIPT),
          Map.entry("cjs", JAVASCRIPT),
          Map.entry("vue", JAVASCRIPT),
          Map.entry("svelte", JAVASCRIPT),
          Map.entry("ts", TYPESCRIPT),
          Map.entry("tsx", TYPESCRIPT),
          Map.entry("mts", TYPESCRIPT),
          Map.entry("cts", TYPESCRIPT),
          Map.entry("py", PYTHON),
          Map.entry("pyi", PYTHON),
          Map.entry("go", GO),
          Map.entry("rs", RUST),
          Map.entry("c", C),
          Map.entry("h", C),
          Map.entry("cc", CPP),
          Map.entry("cpp", CPP),
          Map.entry("cxx", CPP),
          Map.entry("hh", CPP),
          Map.entry("hpp", CPP),
          Map.entry("hxx", CPP),
          Map.entry("inl", CPP),
          Map.entry("m", C),
          Map.entry("cs", CSHARP),
          Map.entry("rb", RUBY),
          Map.entry("rake", RUBY),
          Map.entry("gemspec", RUBY),
          Map.entry("php", PHP),
          Map.entry("sh", SHELL),
          Map.entry("bash", SHELL),
          Map.entry("zsh", SHELL),
          Map.entry("bats", SHELL),
          Map.entry("md", PROSE),
          Map.entry("rst", PROSE),
          Map.entry("adoc", PROSE),
          Map.entry("txt", PROSE),
          Map.entry("mdx", PROSE),
          Map.entry("css", STYLE),
          Map.entry("scss", STYLE),
          Map.entry("less", STYLE),
          Map.entry("html", MARKUP),
          Map.entry("htm", MARKUP),
          Map.entry("xml", MARKUP),
          Map.entry("svg", MARKUP),
          Map.entry("yaml", CONFIGURATION),
          Map.entry("yml", CONFIGURATION),
          Map.entry("json", CONFIGURATION),
          Map.entry("toml", CONFIGURATION),
          Map.entry("ini", CONFIGURATION),
          Map.entry("cfg", CONFIGURATION),
          Map.entry("properties", CONFIGURATION),
          Map.entry("gradle", KOTLIN),
          Map.entry("conf", CONFIGURATION));
  private static final Map<String, Language> BY_NAME =
      Map.of(
          "rakefile",
          RUBY,
          "gemfile",
          RUBY,
          "dockerfile",
          CONFIGURATION,
          "makefile",
          CONFIGURATION,
          "license",
          PROSE,
          "readme",
          PROSE,
          "changelog",
          PROSE);

  private final String title;

  Language(String title) {
    this.title = title;
  }

  /** The language of a path; OTHER when its name does not tell. */
  public static Language of(String path) {
    String name = SourceFile.nameOf(path).toLowerCase(Locale.ROOT);
    Language named = BY_NAME.get(name);
    if (named != null) {
      return named;
    }
    int dot = name.lastIndexOf('.');
    return dot < 0 ? OTHER : BY_END.getOrDefault(name.substring(dot + 1), OTHER);
  }

  /** The language of a file, whose first line may name its interpreter. */
  public static Language of(String path, String text) {
    Language byPath = of(path);
    if (byPath != OTHER || !text.startsWith("#!")) {
      return byPath;
    }
    String first = text.lines().findFirst().orElse("");
    if (first.contains("python")) {
      return PYTHON;
    } else if (first.contains("node")) {
      return JAVASCRIPT;
    } else if (first.contains("ruby")) {
      return RUBY;
    }
    return first.matches(".*\\b(?:ba|z|da|k)?sh\\b.*") ? SHELL : OTHER;
  }

  /** As people write it. */
  public String title() {
    return title;
  }

  /** The language that stands for all that can use each other's names. */
  public Language family() {
    return switch (this) {
      case KOTLIN -> JAVA;
      case TYPESCRIPT -> JAVASCRIPT;
      case CPP -> C;
      default -> this;
    };
  }

  /** Whether it has symbols of its own. */
  public boolean isCode() {
    return compareTo(SHELL) <= 0;
  }
}
