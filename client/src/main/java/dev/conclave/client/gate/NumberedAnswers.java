package dev.conclave.client.gate;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers to questions of a gate by their numbers: {@code 1=per user; 2=100 a minute}.
 *
 * @param questions how many the gate has
 */
record NumberedAnswers(int questions) {
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
    return questions == 0 || !NUMBERED.matcher(line).matches()
        ? Optional.empty()
        : Optional.of(each(line));
  }

  private Given each(String line) {
    Map<String, String> answers = new TreeMap<>();
    for (String part : BETWEEN.splitAsStream(line).toList()) {
      Matcher each = NUMBERED.matcher(part);
      int number = each.matches() ? Integer.parseInt(each.group(1)) : 0;
      if (number < 1 || number > questions) {
        return new Given.Wrong(
            "There is no question %d; they are numbered 1 to %d.".formatted(number, questions));
      }
      if (each.group(2).isBlank()) {
        return new Given.Wrong("Write the answer to question " + number + " behind the =.");
      }
      answers.put(String.valueOf(number), each.group(2).strip());
    }
    return new Given.Answers(answers);
  }
}
