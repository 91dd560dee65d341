package dev.conclave.workflows.context;

import com.google.re2j.Pattern;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.text.Words;
import java.util.List;

/**
 * Chooses the number and names of the angles from which a task is explored. Pure. Called from
 * workflow code: a change affects running sessions and, from the first release on, needs {@code
 * Workflow.getVersion}.
 *
 * @param names in order of exploration
 */
public record Angles(Level complexity, List<String> names) {
  private static final Pattern HIGH =
      words("architect|refactor|restructur|modular|cross.?module|架构|重构|重组|模块化|跨模块");
  private static final Pattern MEDIUM =
      words("\\bmultiple\\b|\\bseveral\\b|integrat|migrat|\\bextend|多个|若干|集成|迁移|扩展");

  /** The first kind that matches the task is used. */
  private static final List<TaskKind> KINDS =
      List.of(
          new TaskKind(
              "refactor|architect|restructur|重构|架构|重组",
              "architecture dependencies modularity integration-points"),
          new TaskKind(
              "security|auth(?:[^o]|o[^r]|o?$|or[a-rt-z]|ors\\w)|permission|安全|认证|授权|权限",
              "security auth-patterns dataflow validation"),
          new TaskKind(
              "performance|\\bslow|optimi|性能|缓慢|优化", "performance bottlenecks caching data-access"),
          new TaskKind(
              "(?:\\b|hot)fix(?:[^t]|t[^u]|t?$)|\\bbugs?\\b|errors?\\b|\\bissues?\\b|修复|错误|缺陷|问题",
              "error-handling dataflow state-management edge-cases"),
          new TaskKind("", "patterns integration-points testing dependencies"));

  private record TaskKind(Pattern words, List<String> angles) {
    TaskKind(String words, String angles) {
      this(Angles.words(words), List.of(angles.split(" ")));
    }
  }

  public static Angles of(String task) {
    if (HIGH.matcher(task).find()) {
      return new Angles(Level.HIGH, first(4, task));
    }
    return MEDIUM.matcher(task).find()
        ? new Angles(Level.MEDIUM, first(3, task))
        : new Angles(Level.LOW, first(1, task));
  }

  private static List<String> first(int count, String task) {
    TaskKind kind =
        KINDS.stream().filter(one -> one.words.matcher(task).find()).findFirst().orElseThrow();
    return kind.angles.subList(0, count);
  }

  private static Pattern words(String alternatives) {
    return Pattern.compile(alternatives, Pattern.CASE_INSENSITIVE);
  }

  /** Returns {@code medium complexity; angles: patterns, testing}. */
  public String sentence() {
    return "%s complexity; angles: %s".formatted(Words.of(complexity), String.join(", ", names));
  }
}
