package dev.conclave.activities.artifact;

import dev.conclave.activities.search.Keywords;
import dev.conclave.workflows.api.ContextPackage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tags of a discussion: the topics and keywords of its task, and what its tree is made of. */
final class Tags {
  private static final int MOST_KEYWORDS = 5;
  private static final int MOST_PATTERNS = 3;
  private static final Map<String, Pattern> WORDS = words();

  private Tags() {}

  static List<String> of(String task, List<ContextPackage.Pattern> patterns) {
    Stream<String> topics =
        WORDS.entrySet().stream()
            .filter(topic -> topic.getValue().matcher(task).find())
            .map(Map.Entry::getKey);
    Stream<String> keywords =
        Keywords.of(task).stream().map(word -> word.toLowerCase(Locale.ROOT)).limit(MOST_KEYWORDS);
    Stream<String> names =
        patterns.stream()
            .map(ContextPackage.Pattern::name)
            .filter(name -> !name.isBlank())
            .distinct()
            .limit(MOST_PATTERNS);
    return Stream.concat(Stream.concat(topics, keywords), names).distinct().toList();
  }

  private static Map<String, Pattern> words() {
    Map<String, Pattern> words = new LinkedHashMap<>();
    words.put("auth", word("o?auth|auth[nz]|authenticat\\w*|authori[sz]\\w*", "认证|鉴权|授权|登录"));
    words.put("api", word("apis?", "接口"));
    words.put("database", word("databases?|db", "数据库"));
    words.put("ui", word("ui", "界面"));
    words.put("security", word("security|secure", "安全"));
    words.put("performance", word("performance", "性能"));
    words.put("refactor", word("refactor\\w*", "重构"));
    words.put("bug", word("bugs?|bugfix", "缺陷|漏洞"));
    words.put("feature", word("features?", "功能|特性"));
    return words;
  }

  private static Pattern word(String english, String chinese) {
    return Pattern.compile("(?i)(?<![a-z0-9])(?:%s)(?![a-z0-9])|%s".formatted(english, chinese));
  }
}
