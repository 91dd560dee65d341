package dev.conclave.activities.discussion.convergence;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an earlier question of {@link Questions} was about: its words alone went to the human. */
final class Asked {
  static final String EFFORT = "effort against quality";
  static final String EFFORT_EN = "Which matters more here: ";
  static final String EFFORT_ZH = "更看重";

  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile("^The agents disagree on \"(.*?)\" \\(", Pattern.DOTALL),
          Pattern.compile("^各方对“(.*?)”意见不一", Pattern.DOTALL),
          Pattern.compile("acceptable: \"(.*)\"\\?$", Pattern.DOTALL),
          Pattern.compile("可以接受：“(.*)”？$", Pattern.DOTALL));

  /** The first of them, in both languages. */
  private static final int DISAGREEMENT_FORMS = 2;

  private Asked() {}

  /** The topic of the disagreement that a question is about; empty when it is about no such. */
  static Optional<String> disagreement(String question) {
    return FORMS.stream()
        .limit(DISAGREEMENT_FORMS)
        .map(form -> form.matcher(question))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** The topic, the concern, or {@link #EFFORT}; the whole question when it is none of ours. */
  static String about(String question) {
    if (question.startsWith(EFFORT_EN) || question.startsWith(EFFORT_ZH)) {
      return EFFORT;
    }
    return FORMS.stream()
        .map(form -> form.matcher(question))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElse(question);
  }
}
