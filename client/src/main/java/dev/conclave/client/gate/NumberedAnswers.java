package dev.conclave.client.gate;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers to questions of a gate by their numbers: {@code 1=per user; 2=100 a minute}.
 *
 * @param questions of the gate
 */
record NumberedAnswers(List<Question> questions) {
  private static final Pattern NUMBERED =
      Pattern.compile("(\\d{1,3})\\s*=\\s*(.*)", Pattern.DOTALL);

  private static final Pattern BETWEEN = Pattern.compile("[;；]\\s*(?=\\d{1,3}\\s*=)");

  /** What was typed. */
  sealed interface Given {
    /** Answers, by the numbers of their questions. */
    record Answers(Map<String, String> byNumber) implements Given {}

    /** Answers that cannot be taken; the message says why. */
    record Wrong(String message) implements Given {}
  }

  /** What was typed; empty when it is no answer to a question, or the gate has none. */
  Optional<Given> read(String line) {
    return questions.isEmpty() || !NUMBERED.matcher(line).matches()
        ? Optional.empty()
        : Optional.of(each(line));
  }

  /** The same of a line that is one. */
  Given each(String line) {
    Map<String, String> answers = new TreeMap<>();
    for (String part : BETWEEN.splitAsStream(line).toList()) {
      Matcher each = NUMBERED.matcher(part);
      String number = each.matches() ? String.valueOf(Integer.parseInt(each.group(1))) : "0";
      Optional<String> wrong = AnswerRules.wrong(number, each.group(2), questions);
      if (wrong.isPresent()) {
        return new Given.Wrong(sentence(wrong.get()));
      }
      answers.put(number, each.group(2).strip());
    }
    return new Given.Answers(answers);
  }

  /** What a rule says, as a sentence of its own. */
  static String sentence(String rule) {
    return Character.toUpperCase(rule.charAt(0)) + rule.substring(1) + ".";
  }
}
