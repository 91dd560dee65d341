package dev.conclave.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.conclave.workflows.text.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Chinese of the program: each sentence of its own, and none of agents and people. */
class LanguageTest {
  private static final String CLIENT = "src/main/java/dev/conclave/client/";
  private static final String WORKFLOWS = "../workflows/src/main/java/dev/conclave/workflows/";

  private static final String WORKER = "../worker/src/main/java/dev/conclave/worker/";
  private static final String ACTIVITIES = "../activities/src/main/java/dev/conclave/activities/";

  /** Sources whose sentences a person reads: pages, gates, help, messages and errors. */
  private static final List<String> SPEAKING =
      List.of(
          CLIENT,
          WORKER + "command",
          WORKER + "doctor",
          WORKER + "stack",
          ACTIVITIES + "agent/cli/Login.java",
          ACTIVITIES + "agent/process/Sandbox.java",
          ACTIVITIES + "search/index/RankedFile.java",
          ACTIVITIES + "workspace/WorkspaceActivitiesImpl.java",
          WORKFLOWS + "config",
          WORKFLOWS + "model/ApproverKey.java",
          WORKFLOWS + "model/GitUrl.java",
          WORKFLOWS + "temporal/ConnectionSettings.java",
          WORKFLOWS + "temporal/EncryptionKeys.java",
          WORKFLOWS + "temporal/HostId.java",
          WORKFLOWS + "temporal/LoopbackPort.java",
          WORKFLOWS + "temporal/TemporalConnection.java",
          WORKFLOWS + "gate/AnswerForm.java",
          WORKFLOWS + "gate/ConstraintPreset.java",
          WORKFLOWS + "gate/Gate.java",
          WORKFLOWS + "gate/Note.java",
          WORKFLOWS + "session/Budget.java",
          WORKFLOWS + "session/GatePolicy.java",
          WORKFLOWS + "session/DeadlinePolicy.java",
          WORKFLOWS + "session/StopCondition.java",
          WORKFLOWS + "plan/PlanGateContent.java",
          WORKFLOWS + "plan/RoundReport.java",
          WORKFLOWS + "plan/PlanDraft.java",
          WORKFLOWS + "plan/PlanGateHandlers.java",
          WORKFLOWS + "analyze/AnalyzeGateContent.java",
          WORKFLOWS + "analyze/AnalyzeWorkflowImpl.java",
          WORKFLOWS + "context/ContextGateContent.java",
          WORKFLOWS + "execute/ExecuteGateContent.java",
          WORKFLOWS + "execute/ExecuteState.java",
          WORKFLOWS + "execute/ExecutionReport.java",
          WORKFLOWS + "session/CurrentDetails.java",
          ACTIVITIES + "notification/NotificationMessage.java",
          ACTIVITIES + "agent/DirectAnalyst.java",
          ACTIVITIES + "planning/DegradedPlan.java",
          ACTIVITIES + "context/PlanningNotes.java");

  /** Sources for programs: file formats, and replies to a wrong HTTP request. */
  private static final Pattern SILENT =
      Pattern.compile(
          "SarifLog|AgentProgram|web/(BrowserAccess|Markdown|PageServer|Request|Updates)");

  private static final Pattern COMMENT =
      Pattern.compile("(?s:/\\*.*?\\*/)|(?m:(^|[;{,)])\\s*//.*$)|(?m:^import .*$)");
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

  /**
   * Patterns, queries, commands, prompts for agents, what is typed, summaries of timers, log lines,
   * and exceptions that nobody sees.
   */
  private static final Pattern NOT_SHOWN =
      Pattern.compile(
          "^\\^|^<span|^\\s*(conclave|temporal|ssh|git) |^  (eval|source) |\\$1|^the Temporal UI cannot show large|^Carry out"
              + "|^(rename|new file|deleted)|uuuu|^%\\.[01]f [GM]B$|your words|\\[--mode|^reminder|^someone"
              + "|^(not a|this) gate|^the (analyst|current|target)|^a=2; b|^view C1"
              + "|^(decide|clarify|confirm) last|STARTS_WITH|serializable$|JSON can be read$|^Broken pipe$"
              + "|^(session poller|end of input)$|^Say OK|^(Linux|Mac OS X) |^Log to a"
              + "|(SHA-256|Ed25519)$|^an Ed25519|^(shadow shadow|--setenv)|has a sandbox$"
              + "|class path is not|^sandboxes req|^Temporal SDK|\\(\\?i\\)|o be filled|^# Planning|none\\\\.");

  /** Rows of sentences of picocli and of the operating system, and of a role with its task. */
  private static final Pattern FOREIGN =
      Pattern.compile("^(Missing required|Expected parameter|Connection refused|executor TASK)");

  private static final Pattern NAMED =
      Pattern.compile(
          "(?:new Table|[Ff]ield(?:\\.quote)?)\\(\\s*((?:\"[A-Za-z ]*\"(?:,\\s*)?)+)[^\"+]*[,)]");

  private static final int LONG = 8;

  private static final String CATALOGUES =
      "../workflows/src/main/resources/dev/conclave/workflows/text/";

  private static final Pattern GAP = Pattern.compile("\\{([#=@!]?)(\\d)}");

  /** A row of a reworded sentence would translate nothing. */
  @Test
  void every_translated_sentence_is_one_of_the_program() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (String module : List.of("workflows", "activities", "client", "worker")) {
      for (Path file : sources("../" + module + "/src/main/java")) {
        sources.append(Files.readString(file));
      }
    }
    for (Path template : files("../activities/src/main/resources/templates", ".peb")) {
      sources.append(Files.readString(template));
    }
    String literals = plain(JOINED.matcher(sources).replaceAll(""));
    assertThat(rows())
        .filteredOn(row -> fragments(row).findAny().isPresent())
        .filteredOn(row -> !FOREIGN.matcher(row).find())
        .filteredOn(row -> fragments(row).noneMatch(literals::contains))
        .isEmpty();
  }

  /** Returns the longer texts between placeholders and punctuation, and how they begin. */
  private static Stream<String> fragments(String row) {
    List<String> all =
        Stream.of(row.split("\\{#\\d} (severe )?[a-z]+|\\{[#=@!]?\\d}|[,;:.()?`]"))
            .map(LanguageTest::plain)
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .toList();
    int longest = all.stream().mapToInt(String::length).max().orElse(0);
    return all.stream()
        .filter(part -> part.length() >= Math.min(LONG, longest))
        .flatMap(
            part ->
                Stream.of(
                    part,
                    part.replaceFirst("^(\\S+ \\S+) .*", "$1"),
                    part.replaceFirst("^\\S+ (\\S+ )", "$1")));
  }

  private static String plain(String text) {
    return text.toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ').replace("\\\"", "\"");
  }

  /** A new sentence of a page, gate, help or error needs a row. */
  @Test
  void every_sentence_that_a_person_reads_has_a_translation() throws IOException {
    String rows = plain(String.join("\n", rows()));
    List<String> missing = new ArrayList<>();
    for (String place : SPEAKING) {
      for (Path file : sources(place)) {
        if (SILENT.matcher(file.toString()).find()) {
          continue;
        }
        String code =
            JOINED.matcher(COMMENT.matcher(Files.readString(file)).replaceAll("")).replaceAll("");
        LITERAL.matcher(code).results().map(found -> found.group(1)).forEach(missing::add);
      }
    }
    missing.removeIf(literal -> NOT_SHOWN.matcher(literal).find());
    assertThat(missing)
        .filteredOn(literal -> !rows.contains(plain(sentence(literal))))
        .filteredOn(literal -> Language.ZH.console(literal).equals(literal))
        .isEmpty();
  }

  @Test
  void every_column_and_field_of_a_page_has_a_translation() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String place : List.of("page", "gate", "view")) {
      for (Path file : sources(CLIENT + place)) {
        Matcher named = NAMED.matcher(Files.readString(file));
        while (named.find()) {
          LITERAL
              .matcher(named.group(1))
              .results()
              .map(found -> found.group(1))
              .forEach(names::add);
        }
      }
    }
    names.removeIf(name -> name.length() < 2 || name.equals("Temporal UI"));
    assertThat(names).hasSizeGreaterThan(50);
    assertThat(names).filteredOn(name -> Language.ZH.sentence(name).equals(name)).isEmpty();
  }

  /** Returns the longest text of a literal between its format specifiers; empty for a word. */
  private static String sentence(String literal) {
    return Stream.of(literal.split("^ ?\\d+:|%(?:\\d\\$)?[-,\\d]*[sdn]|\\\\[n\"]|`[^`]*`?|\\$?\\{"))
        .map(part -> part.replaceAll("^[ .,;:()\\[\\]—]+|[ .,;:()\\[\\]—]+$", ""))
        .max(Comparator.comparing(String::length))
        .filter(part -> part.matches("(?s).*([a-z]+ [a-zA-Z]|[A-Za-z] [a-z]).*"))
        .orElse("");
  }

  private static List<String> rows() throws IOException {
    return Stream.of("sentences_zh.tsv", "console_zh.tsv")
        .flatMap(file -> pairs(file).stream())
        .map(pair -> pair[0])
        .toList();
  }

  private static List<String[]> pairs(String catalogue) {
    try {
      return Files.readAllLines(Path.of(CATALOGUES + catalogue)).stream()
          .map(row -> row.split("\t"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row behind one that matches the same texts would translate nothing. */
  @Test
  void no_row_hides_behind_an_earlier_one() {
    Map<String, String> clauses = Map.of("not given", "未给出", "nothing new", "没有新内容");
    Map<String, String> words = Map.of("queued", "排队中", "silent", "静默");
    for (Map<String, String> parts : List.of(clauses, words)) {
      assertThat(pairs("sentences_zh.tsv"))
          .allSatisfy(
              pair ->
                  assertThat(Language.ZH.sentence(filled(pair[0], pair[0], parts, false)))
                      .isEqualTo(filled(pair[1], pair[0], parts, true)));
      assertThat(pairs("console_zh.tsv"))
          .allSatisfy(
              pair ->
                  assertThat(Language.ZH.console(filled(pair[0], pair[0], parts, false)))
                      .isEqualTo(filled(pair[1], pair[0], parts, true)));
    }
  }

  /** Fills the placeholders of an English row, or those with its numbers in the translation. */
  private static String filled(
      String text, String english, Map<String, String> parts, boolean translated) {
    Map<String, String> marks = new HashMap<>();
    GAP.matcher(english).results().forEach(gap -> marks.put(gap.group(2), gap.group(1)));
    List<String> names = parts.keySet().stream().sorted().toList();
    return GAP.matcher(text)
        .replaceAll(
            gap -> {
              String number = gap.group(2);
              String name = names.get(Integer.parseInt(number) % names.size());
              return switch (marks.get(number)) {
                case "#" -> "7" + number;
                case "=" -> "zzq" + number;
                case "@" -> translated ? parts.get(name) : name;
                case "!" -> translated ? "批准" : "approve";
                default -> "zzq words " + number;
              };
            });
  }

  private static List<Path> sources(String place) throws IOException {
    return files(place, ".java");
  }

  private static List<Path> files(String place, String end) throws IOException {
    try (Stream<Path> all = Files.walk(Path.of(place))) {
      return all.filter(path -> path.toString().endsWith(end)).toList();
    }
  }

  @Test
  void words_of_agents_and_people_stay_as_they_are_in_chinese() {
    assertThat(Language.ZH.sentence("2026-11-27 19:25, changed 2026-11-27 19:26"))
        .isEqualTo("2026-11-27 19:25，更改于 2026-11-27 19:26");
    assertThat(
            Language.ZH.sentence(
                "Gate 1-decision was answered by Ada: approve solution 1 (not reviewed)"))
        .isEqualTo("关口 1-decision 已由 Ada 回答：批准 方案 1 (not reviewed)");
    assertThat(Language.ZH.sentence("make test: passed before, failed now, flaky"))
        .isEqualTo("make test：之前 通过，现在 失败，不稳定");
    assertThat(Language.ZH.sentence("Use f (a) now (1 task, degraded)"))
        .isEqualTo("Use f (a) now（1 个任务，降级）");
    for (String said :
        List.of(
            "the limit is read, changed without a lock",
            "The cache (old) is open",
            "the migration is not done: see the log",
            "the lock: held before, free now")) {
      assertThat(Language.ZH.sentence(said)).isEqualTo(said);
    }
    assertThat(Language.ZH.sentence("decided: it changed nothing"))
        .isEqualTo("已决定：it changed nothing");
  }

  @Test
  void a_long_text_of_the_program_words_is_looked_up_in_linear_steps() {
    for (String said :
        List.of(
            "no, no; ".repeat(120), "no, ".repeat(90), ",".repeat(999), "no, no; ".repeat(200))) {
      String text = said + "zzz";
      assertThat(assertTimeoutPreemptively(Duration.ofSeconds(2), () -> Language.ZH.sentence(text)))
          .isEqualTo(text);
    }
  }

  @Test
  void words_of_roles_and_calls_are_whole_chinese() {
    assertThat(Language.ZH.sentence("analyst, moderator")).isEqualTo("分析员，主持人");
    assertThat(Language.ZH.sentence("executor TASK-001")).isEqualTo("执行者 TASK-001");
    assertThat(Language.ZH.sentence("explorer architecture")).isEqualTo("探索员：架构");
    assertThat(Language.ZH.sentence("New direction: use a map")).isEqualTo("新方向：use a map");
    assertThat(
            Language.ZH.sentence(
                "attempt 2 after failed: reads a.go, silent for 1m 10s (limit 3m 00s)"))
        .isEqualTo("第 2 次尝试（上次：失败）：reads a.go，已静默 1m 10s（上限 3m 00s）");
  }

  @Test
  void short_sentences_of_the_console_have_a_translation_only_there() {
    assertThat(Language.ZH.console("3 GB free for sessions")).isEqualTo("sessions 可用 3 GB");
    assertThat(Language.ZH.sentence("3 GB free for sessions")).isEqualTo("3 GB free for sessions");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TASK-004 Warn when the key is missing",
        "1. Return 404 when nothing is found",
        "The session store is missing.",
        "Return None if not verified",
        "cache the token: refuse when it is expired",
        "The cache is done",
        "2. Add a limit per client",
        "Option 1 is open",
        "Use one lock for all writers",
        "The reviewer failed",
        "Rename the file and save",
        "Nothing is logged when a request fails.",
        "The limit is 10",
        "TASK-001 Add a bucket",
        "Round 2 fails",
        "Approve requests by hand",
        "The plan is ready",
        "Token bucket, in memory",
        "Add rate limiting, then merge",
        "Errors are unclear",
        "Should the API be free for open-source users?",
        "The lock is free for writers",
        "Nothing is set",
        "use Redis or memcached",
        "the lock, held or free",
        "tested with 200 clients",
        "Change: use a map",
        "defines the interface",
        "left open by the author",
        "Redis is not installed",
        "from scratch",
      })
  void words_of_agents_that_resemble_the_programs_stay(String words) {
    assertThat(Language.ZH.sentence(words)).isEqualTo(words);
  }
}
