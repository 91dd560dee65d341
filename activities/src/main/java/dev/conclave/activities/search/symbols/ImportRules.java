package dev.conclave.activities.search.symbols;

import dev.conclave.activities.search.source.Language;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How each language names what it takes from elsewhere. */
final class ImportRules {
  private static final int MOST = 400;
  private static final List<Pattern> JVM =
      List.of(line("^\\s*import\\s+(?:static\\s+)?(?<target>[\\w.$]+(?:\\.\\*)?)"));
  private static final List<Pattern> CSHARP =
      List.of(
          line(
              "^\\s*(?:global\\s+)?using\\s+(?:static\\s+)?(?:\\w+\\s*=\\s*)?(?<target>[\\w.]+)\\s*;"));
  private static final List<Pattern> SCRIPT =
      List.of(
          line("\\bfrom\\s+['\"](?<target>[^'\"\\n]+)['\"]"),
          line("^\\s*import\\s+['\"](?<target>[^'\"\\n]+)['\"]"),
          line("\\b(?:require|import)\\s*\\(\\s*['\"](?<target>[^'\"\\n]+)['\"]"));
  private static final List<Pattern> PYTHON =
      List.of(
          line("^\\s*from\\s+(?<target>\\.+)\\s+import\\s+(?<name>\\w+)"),
          line("^\\s*from\\s+(?<target>\\.*\\w[\\w.]*)\\s+import\\b"),
          line("^\\s*import\\s+(?<target>\\w[\\w.]*)"));
  private static final List<Pattern> GO =
      List.of(
          line("^import\\s+(?:[\\w.]+\\s+)?\"(?<target>[^\"\\n]+)\""),
          line("^\\t(?:[\\w.]+\\s+)?\"(?<target>[\\w.~-]+(?:/[\\w.~-]+)*)\"\\s*$"));
  private static final List<Pattern> RUST =
      List.of(
          line("^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?use\\s+(?<target>[\\w:]*\\w)"),
          line("^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?mod\\s+(?<target>\\w+)\\s*;"));
  private static final List<Pattern> C_FAMILY =
      List.of(line("^\\s*#\\s*include\\s*[<\"](?<target>[^>\"\\n]+)[>\"]"));
  private static final List<Pattern> RUBY =
      List.of(
          line(
              "^\\s*(?:require|require_relative|load|autoload\\s+:\\w+,)\\s*\\(?\\s*['\"](?<target>[^'\"\\n]+)['\"]"));
  private static final List<Pattern> PHP =
      List.of(
          line("^use\\s+(?:function\\s+|const\\s+)?(?<target>[\\w\\\\]+)"),
          line("\\b(?:require|include)(?:_once)?\\b[^'\"\\n;]*['\"](?<target>[^'\"\\n]+)['\"]"));
  private static final List<Pattern> SHELL =
      List.of(line("^\\s*(?:source|\\.)\\s+['\"]?(?<target>[^'\"\\s;]+)"));

  private ImportRules() {}

  static List<Import> imports(Language language, String uncommented) {
    List<Import> found = new ArrayList<>();
    LineNumbers lines = new LineNumbers(uncommented);
    for (Pattern pattern : patterns(language)) {
      Matcher matcher = pattern.matcher(uncommented);
      while (matcher.find() && found.size() < MOST) {
        String target = matcher.group("target");
        boolean dotsOnly = language == Language.PYTHON && target.chars().allMatch(c -> c == '.');
        found.add(
            new Import(
                dotsOnly ? target + matcher.group("name") : target,
                lines.of(matcher.start("target"))));
      }
    }
    found.sort(Comparator.comparingInt(Import::line));
    return List.copyOf(found);
  }

  private static List<Pattern> patterns(Language language) {
    return switch (language) {
      case JAVA, KOTLIN -> JVM;
      case CSHARP -> CSHARP;
      case JAVASCRIPT, TYPESCRIPT -> SCRIPT;
      case PYTHON -> PYTHON;
      case GO -> GO;
      case RUST -> RUST;
      case C, CPP -> C_FAMILY;
      case RUBY -> RUBY;
      case PHP -> PHP;
      case SHELL -> SHELL;
      case PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> List.of();
    };
  }

  private static Pattern line(String regex) {
    return Pattern.compile(regex, Pattern.MULTILINE);
  }
}
