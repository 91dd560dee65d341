package dev.conclave.activities.direct;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Where the code of a file says a name: comments and strings do not count, nor does a longer name
 * that holds it.
 */
final class Mentions {
  private static final Pattern IMPORT =
      Pattern.compile("^\\s*(?:import|from|use|using|require|#include|package)\\b");
  private static final String DECLARES =
      "\\b(?:const|let|var|val|func|function|def|fn|fun|class|struct|interface|enum|type)\\s+";

  private final List<String> code;
  private final String name;
  private final Pattern word;

  /**
   * The mentions of a name.
   *
   * @param code lines of a file without comments and strings
   */
  Mentions(List<String> code, String name) {
    this.code = code;
    this.name = name;
    this.word = word("", "(?![\\w$])");
  }

  /** The first line, from 1, that says it; one that only imports when there is no other. */
  OptionalInt first() {
    OptionalInt used = first(word, false);
    return used.isPresent() ? used : first(word, true);
  }

  /** The first line, from 1, that calls it or reaches into it. */
  OptionalInt call() {
    return first(word("", "(?:\\s*(?:<[^()]{0,60}>)?\\(|\\{|\\s*(?:\\.\\s*\\w|::))"), false);
  }

  /** Whether some line may be a call: also a literal, a block behind a name, a generic. */
  boolean mayBeCalled() {
    return first(word("", "\\s*(?:[(<{!?]|\\.|::|->|$)"), false).isPresent();
  }

  /**
   * Whether the file declares a thing of its own by that name, so that its mentions are of that.
   *
   * @param imports lines that import the thing which is meant
   */
  boolean areOfItsOwn(List<Integer> imports) {
    Pattern own = Pattern.compile(DECLARES + Pattern.quote(name) + "(?![\\w$])");
    Pattern assigned = word("", "\\s*:=");
    for (int i = 0; i < code.size(); i++) {
      String line = code.get(i);
      boolean says = line.contains(name) && !imports.contains(i + 1);
      if (says && (own.matcher(line).find() || assigned.matcher(line).find())) {
        return true;
      }
    }
    return false;
  }

  private OptionalInt first(Pattern pattern, boolean importing) {
    for (int i = 0; i < code.size(); i++) {
      String line = code.get(i);
      if (line.contains(name)
          && pattern.matcher(line).find()
          && IMPORT.matcher(line).find() == importing) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }

  private Pattern word(String before, String after) {
    return Pattern.compile(before + "(?<![\\w$])" + Pattern.quote(name) + after);
  }
}
