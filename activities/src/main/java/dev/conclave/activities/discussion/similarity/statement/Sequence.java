package dev.conclave.activities.discussion.similarity.statement;

import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.words.Concepts;
import dev.conclave.activities.discussion.similarity.words.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a sentence says happens before what. "A before B" and "B only after A" are of one opinion,
 * "A before B" and "A after B" are not, whatever else is said.
 */
record Sequence(Set<String> earlier, Set<String> later) {
  /** A form of words for an order, and which of its two parts comes first. */
  private record Form(Pattern pattern, boolean inOrder) {}

  private static final String END = "(?=[,.;，。；]|$)";
  private static final List<Form> FORMS =
      List.of(
          form("(.+?)\\b(?:only\\s+|just\\s+)?(?:after|once)\\s+(.+?)" + END, false),
          form("(.+?\\b(?:not|never|no|cannot)\\b.+?)\\buntil\\s+(.+?)" + END, false),
          form("(.+?)\\b(?:before|prior\\s+to|ahead\\s+of)\\s+(.+?)" + END, true),
          form("(.+?),?\\s+(?:and\\s+)?then\\s+(.+?)" + END, true),
          form("(.+?)\\b(?:is|are)\\s+followed\\s+by\\s+(.+?)" + END, true),
          form("先(.+?)(?:再|然后|后)(.+?)" + END, true),
          form("(.+?)(?:之后|以后|后)才?(.+?)" + END, true),
          form("(.+?)(?:之前|以前|前)先?(.+?)" + END, false));

  private static Form form(String pattern, boolean inOrder) {
    return new Form(Pattern.compile("(?i)" + pattern), inOrder);
  }

  /** The order that a sentence tells; empty when it tells none. */
  static Optional<Sequence> in(String sentence) {
    String words = Citations.without(sentence);
    for (Form form : FORMS) {
      Matcher told = form.pattern().matcher(words);
      if (told.find()) {
        Set<String> one = concepts(told.group(1));
        Set<String> two = concepts(told.group(2));
        return Optional.of(form.inOrder() ? new Sequence(one, two) : new Sequence(two, one));
      }
    }
    return Optional.empty();
  }

  private static Set<String> concepts(String words) {
    return new HashSet<>(Concepts.of(Words.of(words)));
  }

  /** Whether the two put the same things in opposite orders. */
  boolean against(Sequence other) {
    return crossed(other) > aligned(other)
        && shares(earlier, other.later)
        && shares(later, other.earlier);
  }

  /** Whether they put the same things in one order. */
  boolean with(Sequence other) {
    return aligned(other) > crossed(other)
        && shares(earlier, other.earlier)
        && shares(later, other.later);
  }

  private int aligned(Sequence other) {
    return common(earlier, other.earlier) + common(later, other.later);
  }

  private int crossed(Sequence other) {
    return common(earlier, other.later) + common(later, other.earlier);
  }

  private static boolean shares(Set<String> one, Set<String> other) {
    return common(one, other) > 0;
  }

  private static int common(Set<String> one, Set<String> other) {
    return (int) one.stream().filter(other::contains).count();
  }
}
