package dev.conclave.activities.planning;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words that sound like a criterion and that no test can hold anything against. */
final class EmptyPhrases {
  private static final Pattern ENGLISH =
      Pattern.compile(
          "\\b("
              + "(?:works?|working|functions?|functioning|behaves?|runs?|operates?)"
              + " (?:correctly|properly|fine|well|as (?:expected|intended|desired|designed))"
              + "|(?:correctly|properly) (?:implemented|working|done)"
              + "|(?:implemented|done) (?:correctly|properly)"
              + "|(?:good|great|acceptable|adequate|high|better|improved) (?:performance|quality)"
              + "|performs? well|fully functional|user[- ]friendly|clean code|best practices?"
              + "|as (?:needed|appropriate|required)|no (?:issues|problems)|looks? good"
              + ")\\b");

  private static final List<String> CHINESE =
      List.of("正常工作", "正确工作", "工作正常", "运行正常", "功能正常", "正常运行", "性能良好", "良好的性能", "符合预期", "没有问题");

  private EmptyPhrases() {}

  /** The first such phrase in a text. */
  static Optional<String> in(String text) {
    String plain = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    Matcher english = ENGLISH.matcher(plain);
    return english.find()
        ? Optional.of(english.group(1))
        : CHINESE.stream().filter(plain::contains).findFirst();
  }
}
