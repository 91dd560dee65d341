package dev.conclave.workflows.analyze;

import com.google.re2j.Pattern;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to analyze a topic.
 *
 * @param dimensions aspects to analyze, such as {@code security}
 * @param perspectives at least one of {@link #PERSPECTIVES}
 * @param complexity 1 to 10
 */
public record TopicConfiguration(
    List<String> dimensions, List<String> perspectives, int complexity, AnalysisMode mode) {
  public static final List<String> PERSPECTIVES =
      List.of("technical", "architectural", "business", "domain_expert");

  private static final Map<String, Pattern> DIMENSIONS =
      words(
          "architecture=architect|structur|modul|layer|design|coupl|boundar|架构|结构|模块|分层|设计",
          "implementation=implement|code|how does|how is|refactor|function|class|bug|实现|代码|重构|函数",
          "performance=perform|slow|fast|latency|memory|cache|scal|throughput|性能|慢|延迟|内存|缓存",
          "security=secur|\\bsafe|auth|permission|vulnerab|attack|hostile|inject|travers|secret|token|安全|权限|认证|漏洞",
          "concept=concept|what is|meaning|explain|understand|why|概念|什么是|解释|理解|为什么",
          "comparison=compar|versus|\\bvs\\b|differ|alternative|better|比较|对比|区别|差异|还是",
          "decision=decid|decision|should|choose|choice|whether|migrat|决定|选择|是否|应该|迁移");
  private static final Map<String, Pattern> PERSPECTIVES_BY_WORDS =
      words(
          "architectural=architect|structur|modul|layer|boundar|migrat|架构|结构|模块|分层|迁移",
          "business=business|cost|custom|user|price|revenue|market|业务|成本|客户|用户|价格",
          "domain_expert=domain|legal|complian|regulat|account|medical|financ|领域|合规|法规|财务");
  private static final Pattern WIDE =
      Pattern.compile("(?i)whole|entire|across|every|system|several|multiple|整个|全部|所有|系统|多个|跨");

  /** Derives the mode from the complexity: quick up to 3, standard up to 6, else deep. */
  public static TopicConfiguration of(
      List<String> dimensions, List<String> perspectives, int complexity) {
    AnalysisMode upToSix = complexity <= 3 ? AnalysisMode.QUICK : AnalysisMode.STANDARD;
    AnalysisMode mode = complexity <= 6 ? upToSix : AnalysisMode.DEEP;
    return new TopicConfiguration(dimensions, perspectives, complexity, mode);
  }

  /**
   * Derives a configuration from English or Chinese keywords when no agent provides one. Called
   * from workflow code: a change affects running sessions and, from the first release on, needs
   * {@code Workflow.getVersion}.
   */
  public static TopicConfiguration fromKeywords(String topic) {
    List<String> dimensions = matching(DIMENSIONS, topic);
    List<String> perspectives = new ArrayList<>(List.of("technical"));
    perspectives.addAll(matching(PERSPECTIVES_BY_WORDS, topic));
    int wide = WIDE.matcher(topic).find() ? 2 : 0;
    int complexity = 2 * Math.max(0, dimensions.size() - 1) + perspectives.size() + wide;
    return of(
        dimensions.isEmpty() ? List.of("implementation") : dimensions,
        perspectives,
        Math.min(10, complexity));
  }

  private static List<String> matching(Map<String, Pattern> words, String topic) {
    return words.entrySet().stream()
        .filter(one -> one.getValue().matcher(topic).find())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, Pattern> words(String... lines) {
    Map<String, Pattern> words = new LinkedHashMap<>();
    for (String line : lines) {
      String[] named = line.split("=", 2);
      words.put(named[0], Pattern.compile("(?i)" + named[1]));
    }
    return words;
  }

  /** Applies the user's choices; named perspectives without a mode imply at least standard. */
  TopicConfiguration withUserChoices(Optional<AnalysisMode> set, List<String> named) {
    boolean widened = mode == AnalysisMode.QUICK && !named.isEmpty();
    AnalysisMode wanted = set.orElse(widened ? AnalysisMode.STANDARD : mode);
    List<String> eyes = (named.isEmpty() ? perspectives : named).stream().distinct().toList();
    return new TopicConfiguration(dimensions, eyes, complexity, wanted);
  }

  /** Limits a quick analysis to the perspectives that the user named, else to the technical one. */
  TopicConfiguration used(List<String> named) {
    return mode == AnalysisMode.QUICK && named.isEmpty()
        ? new TopicConfiguration(dimensions, List.of("technical"), complexity, mode)
        : this;
  }

  /**
   * Returns {@code mode: standard; perspectives: technical, business; dimensions: performance,
   * security; complexity: 5 of 10}.
   */
  public String sentence() {
    return "mode: %s; perspectives: %s; dimensions: %s; complexity: %d of 10"
        .formatted(
            Words.of(mode),
            String.join(", ", perspectives),
            String.join(", ", dimensions),
            complexity);
  }
}
