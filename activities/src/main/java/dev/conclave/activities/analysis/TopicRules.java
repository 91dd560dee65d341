package dev.conclave.activities.analysis;

import dev.conclave.workflows.analyze.AnalyzeActivities;
import dev.conclave.workflows.analyze.TopicConfiguration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Configures a topic by its words, English or Chinese. */
public final class TopicRules implements AnalyzeActivities {
  private static final int MOST = 10;
  private static final Map<String, Pattern> DIMENSIONS =
      words(
          Map.of(
              "architecture", "architect|structur|modul|layer|design|coupl|boundar|架构|结构|模块|分层|设计",
              "implementation",
                  "implement|code|how does|how is|refactor|function|class|bug|实现|代码|重构|函数",
              "performance", "perform|slow|fast|latency|memory|cache|scal|throughput|性能|慢|延迟|内存|缓存",
              "security",
                  "secur|\\bsafe|auth|permission|vulnerab|attack|hostile|inject|travers|secret|token|安全|权限|认证|漏洞",
              "concept", "concept|what is|meaning|explain|understand|why|概念|什么是|解释|理解|为什么",
              "comparison", "compar|versus|\\bvs\\b|differ|alternative|better|比较|对比|区别|差异|还是",
              "decision", "decid|decision|should|choose|choice|whether|migrat|决定|选择|是否|应该|迁移"));
  private static final Map<String, Pattern> PERSPECTIVES =
      words(
          Map.of(
              "architectural", "architect|structur|modul|layer|boundar|migrat|架构|结构|模块|分层|迁移",
              "business", "business|cost|custom|user|price|revenue|market|业务|成本|客户|用户|价格",
              "domain_expert", "domain|legal|complian|regulat|account|medical|financ|领域|合规|法规|财务"));
  private static final Pattern WIDE =
      Pattern.compile("(?i)whole|entire|across|every|system|several|multiple|整个|全部|所有|系统|多个|跨");

  @Override
  public TopicConfiguration configure(String topic) {
    List<String> dimensions = matching(TopicConfiguration.DIMENSIONS, DIMENSIONS, topic);
    List<String> named = matching(TopicConfiguration.PERSPECTIVES, PERSPECTIVES, topic);
    List<String> perspectives =
        TopicConfiguration.PERSPECTIVES.stream()
            .filter(one -> one.equals("technical") || named.contains(one))
            .toList();
    int complexity =
        Math.min(
            MOST,
            1
                + 2 * Math.max(0, dimensions.size() - 1)
                + named.size()
                + (WIDE.matcher(topic).find() ? 2 : 0));
    return new TopicConfiguration(
        dimensions.isEmpty() ? List.of("implementation") : dimensions,
        perspectives,
        complexity,
        TopicConfiguration.modeFor(complexity));
  }

  private static List<String> matching(
      List<String> order, Map<String, Pattern> patterns, String topic) {
    return order.stream()
        .filter(name -> patterns.containsKey(name) && patterns.get(name).matcher(topic).find())
        .toList();
  }

  private static Map<String, Pattern> words(Map<String, String> words) {
    Map<String, Pattern> patterns = new LinkedHashMap<>();
    words.forEach((name, any) -> patterns.put(name, Pattern.compile("(?i)" + any)));
    return patterns;
  }
}
