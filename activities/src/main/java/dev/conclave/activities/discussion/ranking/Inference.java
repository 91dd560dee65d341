package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What is read out of an agent's words when it did not say it; docs/discussion.md, section 5. */
final class Inference {
  static final String NOT_ASSESSED = "not assessed";

  /** So many concerns make a risk high. */
  static final int MANY_CONCERNS = 3;

  private static final Pattern SEVERE =
      Pattern.compile(
          "(?i)data loss|lose data|corrupt|security|vulnerab|breaking change|deadlock|race condition|"
              + "outage|downtime|irreversibl|inject|leak|数据丢失|损坏|安全|漏洞|死锁|不可逆|中断");
  private static final Pattern MAINTAINABLE =
      Pattern.compile(
          "(?i)maintain|simple|readab|modular|decoupl|testab|isolat|reus|one place|single place|clean|"
              + "small (?:change|diff)|可维护|简单|清晰|模块化|解耦|可测试|集中");
  private static final Pattern UNMAINTAINABLE =
      Pattern.compile(
          "(?i)maintain|complex|coupl|duplicat|boilerplate|harder to|hard to|technical debt|scatter|"
              + "more code|维护|复杂|耦合|重复|技术债");
  private static final Pattern PERFORMANCE =
      Pattern.compile(
          "(?i)perform|latenc|throughput|fast|slow|speed|overhead|cpu|memory|round.?trip|cache|cost per|"
              + "性能|延迟|吞吐|开销|内存|速度|慢|快");

  private Inference() {}

  /** The concerns that name an approach's files or speak of what it describes. */
  static List<String> concerning(
      Collection<String> concerns, String words, Collection<CodeLocation> files) {
    Alike alike = Alike.over(List.of());
    return concerns.stream()
        .filter(concern -> namesFile(concern, files) || alike.same(concern, words))
        .toList();
  }

  private static boolean namesFile(String concern, Collection<CodeLocation> files) {
    return files.stream()
        .map(place -> place.file().substring(place.file().lastIndexOf('/') + 1))
        .anyMatch(name -> name.length() > 2 && concern.contains(name));
  }

  /** High when a concern speaks of severe harm or there are three; medium when there is one. */
  static Level risk(List<String> concerns) {
    boolean severe = concerns.stream().anyMatch(concern -> SEVERE.matcher(concern).find());
    if (severe || concerns.size() >= MANY_CONCERNS) {
      return Level.HIGH;
    }
    return concerns.isEmpty() ? Level.UNKNOWN : Level.MEDIUM;
  }

  /** Good, poor or mixed, with the words it is read from. */
  static String maintainability(List<String> pros, List<String> cons) {
    return verdict(first(pros, MAINTAINABLE), first(cons, UNMAINTAINABLE), "good", "poor");
  }

  /** Better, worse or mixed, with the words it is read from. */
  static String performance(List<String> pros, List<String> cons) {
    return verdict(first(pros, PERFORMANCE), first(cons, PERFORMANCE), "better", "worse");
  }

  private static Optional<String> first(List<String> sentences, Pattern words) {
    return sentences.stream().filter(sentence -> words.matcher(sentence).find()).findFirst();
  }

  private static String verdict(
      Optional<String> pro, Optional<String> con, String good, String bad) {
    if (pro.isPresent() && con.isPresent()) {
      return "mixed (inferred from: " + pro.get() + " / " + con.get() + ")";
    }
    return pro.map(words -> good + " (inferred from: " + words + ")")
        .or(() -> con.map(words -> bad + " (inferred from: " + words + ")"))
        .orElse(NOT_ASSESSED);
  }
}
