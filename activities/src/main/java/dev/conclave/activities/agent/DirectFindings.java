package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What was read off a tree, and the analysis that says it in English and Chinese.
 *
 * @param starts the places to start from, best first
 * @param commits those like the task, the most similar first
 * @param commands to build and test, each followed by its file in parentheses
 */
record DirectFindings(List<Start> starts, List<Touched> commits, Optional<String> commands) {
  /** Begins the line of the context map that names the commands. */
  static final String COMMANDS = "Commands: ";

  private static final int MOST_FILES = 3;
  private static final int LONGEST_SUBJECT = 80;

  /**
   * A place to start from: a definition, or a file as a whole.
   *
   * @param name of the definition; empty for a file
   * @param weight in the context map
   * @param namedBy some of the {@code count} other files that name the definition
   * @param test the line of a test that names it
   */
  record Start(
      CodeLocation place,
      String name,
      double weight,
      List<String> namedBy,
      int count,
      Optional<CodeLocation> test) {}

  /**
   * A commit and what it changed.
   *
   * @param files that are still there, source first
   */
  record Touched(String subject, List<String> files) {}

  /** The analysis; it proposes nothing when there is no place to start from. */
  Analysis analysis() {
    List<CodeLocation> places = new ArrayList<>();
    starts.forEach(start -> places.add(start.place()));
    starts.stream().flatMap(start -> start.test().stream()).forEach(places::add);
    Wording english = new Wording(false);
    return new Analysis(
        AgentStatus.DIRECT,
        DirectAnalyst.PERSPECTIVE,
        0.5,
        english.findings(),
        english.approach().stream().toList(),
        english.concerns(),
        places,
        Optional.empty(),
        Optional.empty(),
        Optional.of(chinese()),
        List.of(Analysis.FEASIBILITY_UNSAID),
        false,
        true,
        List.of(),
        Optional.empty());
  }

  private JsonNode chinese() {
    Wording chinese = new Wording(true);
    ObjectNode zh = WireMapper.get().createObjectNode();
    zh.set("findings", json(chinese.findings()));
    zh.set("technical_concerns", json(chinese.concerns()));
    ArrayNode approaches = zh.putArray("implementation_approaches");
    for (Approach approach : chinese.approach().stream().toList()) {
      ObjectNode said = approaches.addObject();
      said.put("name", approach.name());
      said.put("description", approach.description());
      said.set("pros", json(approach.pros()));
      said.set("cons", json(approach.cons()));
    }
    return zh;
  }

  private static JsonNode json(List<String> texts) {
    return WireMapper.get().valueToTree(texts);
  }

  /** The sentences in one language. */
  private final class Wording {
    private final boolean zh;

    Wording(boolean zh) {
      this.zh = zh;
    }

    List<String> findings() {
      List<String> findings = new ArrayList<>();
      if (starts.isEmpty()) {
        findings.add(
            say(
                "Nothing in the tree is named or written like the task; name a file, a symbol or a"
                    + " word that the code uses.",
                "代码中没有与任务相符的名称或文字；请指出代码里出现的文件、符号或词语。"));
      }
      for (Start start : starts) {
        findings.add(cite(found(start), start.place().file(), start.place().line()));
        start
            .test()
            .map(
                test ->
                    cite(
                        say("%s names `%s`.", "%s 提到 `%s`。", test.file(), start.name()),
                        test.file(),
                        test.line()))
            .ifPresent(findings::add);
      }
      for (Touched commit : commits) {
        String text =
            say(
                "The commit “%s” speaks of the task's words; it changed %s.",
                "提交“%s”提到任务中的词语；它修改了 %s。",
                Cut.shown(commit.subject(), LONGEST_SUBJECT),
                some(commit.files()));
        findings.add(cite(text, commit.files().get(0), 1));
      }
      commands.ifPresent(
          told -> {
            String text = say("Commands that the project's files name: %s.", "项目文件给出的命令：%s。", told);
            findings.add(cite(text, told.substring(told.indexOf('(') + 1, told.indexOf(')')), 1));
          });
      return findings;
    }

    private String found(Start start) {
      if (start.name().isEmpty()) {
        String file = start.place().file();
        return say("`%s`: %s.", "`%s`：%s。", file, start.place().reason());
      }
      List<String> files = start.namedBy();
      int more = start.count() - files.size();
      String users = String.join(", ", files);
      return say("`%s` is defined here", "`%s` 在此定义", start.name())
          + (files.isEmpty()
              ? ""
              : more > 0
                  ? say("; %s and %d more name it", "；%s 等另外 %d 个文件提到它", users, more)
                  : say(files.size() > 1 ? "; %s name it" : "; %s names it", "；%s 提到它", users))
          + say(".", "。");
    }

    Optional<Approach> approach() {
      if (starts.isEmpty()) {
        return Optional.empty();
      }
      List<CodeLocation> places = starts.stream().map(Start::place).toList();
      Start first = starts.get(0);
      String place = first.place().file() + ":" + first.place().line();
      String best = first.name().isEmpty() ? place : first.name() + " (" + place + ")";
      int more = starts.size() - 1;
      String tests =
          starts.stream()
              .flatMap(start -> start.test().stream())
              .map(CodeLocation::file)
              .distinct()
              .collect(Collectors.joining(", "));
      String description =
          say("Read these places first.", "先阅读这些位置。")
              + (tests.isEmpty() ? "" : say(" Tests that name them: %s.", "提到它们的测试：%s。", tests))
              + commands.map(told -> say(" Commands: %s.", "命令：%s。", told)).orElse("");
      return Optional.of(
          new Approach(
              more > 0
                  ? say(
                      "Start from these places: %s and %d more", "从这些位置开始：%s 等另外 %d 处", best, more)
                  : say("Start from this place: %s", "从这个位置开始：%s", best),
              description,
              List.of(say("Every place was read off the code.", "每个位置都取自代码。")),
              List.of(
                  say(
                      "The places were found by words and names; what has to change there is not known.",
                      "这些位置是按词语和名称找到的；需要修改什么尚不清楚。")),
              Level.UNKNOWN,
              Level.UNKNOWN,
              places,
              List.of(),
              "not assessed",
              "not assessed"));
    }

    List<String> concerns() {
      return List.of(
          say(
              "No model was asked: this is no substitute for an agent's reading of the code.",
              "未调用任何模型：这不能替代代理对代码的阅读。"));
    }

    private String some(List<String> files) {
      String first = files.stream().limit(MOST_FILES).collect(Collectors.joining(", "));
      int more = files.size() - MOST_FILES;
      return more > 0 ? say("%s and %d more", "%s 等另外 %d 个文件", first, more) : first;
    }

    private String say(String english, String chinese, Object... values) {
      return (zh ? chinese : english).formatted(values);
    }

    private static String cite(String text, String file, int line) {
      return text + " [" + file + ":" + line + "]";
    }
  }
}
