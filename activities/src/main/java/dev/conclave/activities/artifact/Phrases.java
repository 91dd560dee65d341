package dev.conclave.activities.artifact;

import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.gate.Decision;
import java.util.Arrays;
import java.util.List;

/** The program's own sentences in artifacts, in both languages. */
public final class Phrases {
  private Phrases() {}

  /** Text that has only one wording. */
  public static Label same(String text) {
    return new Label(text, text);
  }

  /** How much work something is. */
  public static Label effort(Level effort) {
    return switch (effort) {
      case LOW -> new Label("Low effort", "工作量低");
      case MEDIUM -> new Label("Medium effort", "工作量中等");
      case HIGH -> new Label("High effort", "工作量高");
      case UNKNOWN -> new Label("Effort not assessed", "工作量未评估");
    };
  }

  /** How risky something is. */
  public static Label risk(Level risk) {
    return switch (risk) {
      case LOW -> new Label("low risk", "风险低");
      case MEDIUM -> new Label("medium risk", "风险中等");
      case HIGH -> new Label("high risk", "风险高");
      case UNKNOWN -> new Label("risk not assessed", "风险未评估");
    };
  }

  /** The state of a decision in one sentence. */
  public static Label underDecision(
      boolean recommended, Label title, Level effort, Level risk, long percent) {
    Label details =
        say("%s, %s, confidence %d%%", "%s，%s，置信度 %d%%", effort(effort), risk(risk), percent);
    return recommended
        ? say("Recommended: %s (%s)", "推荐：%s（%s）", title, details)
        : say("Under consideration: %s (%s)", "考虑中：%s（%s）", title, details);
  }

  /** A sentence, and that a human chose so. */
  public static Label chosenBy(Label sentence, String by) {
    return say("%s; chosen by %s", "%s；由 %s 选定", sentence, by);
  }

  /** No agent proposed anything. */
  public static Label noSolution() {
    return new Label("No solution yet: no agent proposed an approach", "尚无方案：没有代理提出方案");
  }

  /** Why an option came behind another. */
  public static Label rankedLower(double score, double best) {
    return say("Ranked lower: score %s against %s", "排名较低：得分 %s，最佳为 %s", score(score), score(best));
  }

  /** Why an option was left, when a human chose. */
  public static Label choseAnother(String by, Label other) {
    return say("%s chose \"%s\" instead", "%s 选择了“%s”", by, other);
  }

  /** What an agent brought into a round. */
  public static Label proposal(List<Label> approaches, int findings) {
    return approaches.isEmpty()
        ? say("%d findings, no approach", "%d 条发现，未提出方案", findings)
        : new Label(
            "Proposes: " + String.join("; ", approaches.stream().map(Label::en).toList()),
            "提出方案：" + String.join("；", approaches.stream().map(Label::zh).toList()));
  }

  /** What agents contradict each other in. */
  public static Label disagreement(Label topic, Label positions) {
    return say("Disagreement on %s: %s", "对“%s”存在分歧：%s", topic, positions);
  }

  /** A point that some agree with and some do not. */
  public static Label disputed(Label point) {
    return say("Disputed: %s", "存在争议：%s", point);
  }

  /** A conflict that is one no longer. */
  public static Label settled(Label question, String how) {
    return say("Settled: %s (%s)", "已解决：%s（%s）", question, how);
  }

  /** Who cites a file. */
  public static Label citedBy(List<String> agents) {
    return say("Cited by %s", "被 %s 引用", String.join(", ", agents));
  }

  /** Where findings and the like come from. */
  public static String analysisOf(String agent) {
    return agent + " analysis";
  }

  /** What a human decided. */
  public static Label decision(Decision decision, Label solution) {
    String by = decision.by();
    String words = decision.said();
    return switch (decision.kind()) {
      case APPROVE -> say("%s approved \"%s\"", "%s 批准了“%s”", by, solution);
      case CLARIFY -> said("%s clarified", "%s 作了澄清", by, words);
      case PROCEED -> said("%s went on with what there is", "%s 决定以现有结果继续", by, words);
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION ->
          said("%s changed the direction", "%s 改变了方向", by, words);
      case MORE_ANALYSIS -> said("%s asked for more analysis", "%s 要求进一步分析", by, words);
      case EXECUTE -> said("%s confirmed the plan for execution", "%s 确认执行计划", by, words);
      case MODIFY -> said("%s asked for changes of the plan", "%s 要求修改计划", by, words);
      case BACK -> said("%s went back to the decision", "%s 返回到决策", by, words);
      case SAVE -> said("%s saved the session", "%s 保存了会话", by, words);
      case RAISE -> said("%s raised the budget", "%s 提高了预算", by, words);
      case DROP_AGENT ->
          said("%s dropped an agent", "%s 停用了一个代理", by, decision.answer().agent().orElse(""));
      case DECIDE -> said("%s chose to decide at once", "%s 选择立即决策", by, words);
      case CHOOSE,
          CUSTOM,
          SKIP,
          REPLY,
          RETRY,
          ABORT,
          DEEPEN,
          ADJUST,
          ASK,
          DONE,
          ARCHIVE,
          KEEP,
          EXPORT ->
          throw new IllegalArgumentException("no answer to a planning session: " + decision.kind());
      case CANCEL -> said("%s cancelled the session", "%s 取消了会话", by, words);
    };
  }

  /** A decision that replaces an earlier one. */
  public static Label reversal(String by, Label earlier, Label now) {
    return say("%s approved \"%s\" in place of \"%s\"", "%1$s 以“%2$s”取代了“%3$s”", by, now, earlier);
  }

  private static Label said(String en, String zh, String by, String words) {
    Label done = say(en, zh, by);
    return words.isBlank() ? done : say("%s: %s", "%s：%s", done, words);
  }

  /** A sentence with the same arguments in both languages; a label brings its own wording. */
  private static Label say(String en, String zh, Object... arguments) {
    return new Label(
        en.formatted(
            Arrays.stream(arguments).map(a -> a instanceof Label l ? l.en() : a).toArray()),
        zh.formatted(
            Arrays.stream(arguments).map(a -> a instanceof Label l ? l.zh() : a).toArray()));
  }

  private static String score(double score) {
    return score == Math.rint(score) ? Long.toString((long) score) : Double.toString(score);
  }
}
