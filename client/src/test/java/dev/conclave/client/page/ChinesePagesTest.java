package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.gate.GateHelp;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Field;
import dev.conclave.client.view.Tone;
import dev.conclave.client.web.RecordedSession;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.ExecutionReport;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded sessions as the terminal shows them with {@code --lang zh}. */
class ChinesePagesTest {
  /** Parts of a state in which the program speaks; elsewhere agents and people do. */
  private static final Set<String> OURS =
      Set.of("gates", "notes", "ending", "rationale", "failure", "changes", "warnings", "roster");

  private static final int CUT = 24;

  private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{2,} [a-z]{2,}");

  /** Code, paths, commands to copy, and options as they are typed. */
  private static final Pattern CODE =
      Pattern.compile(
          "`[^`]*`|^ {4}.*|^  conclave answer X \\S+( [A-Z\\[]\\S*)*|\\S*[/.]\\S*|也可以用以下回答.*|git remote add origin URL|[A-Z=]+ \\[.*]");

  /** Sentences of the time when the sessions were recorded; they have other words today. */
  private static final Pattern RECORDED =
      Pattern.compile(
          "The analysis is done|in the session's folder|its clarifier|50 files, 5 of 5|what cleo said"
              + "|The review found what|3 grave findings|is carried out on branch|runs anyway|lines added"
              + "|its last lines|Where is it to go|the cost of 28 calls|body errors send|ada: it changed|a second timer next|analyst alpha");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan",
        "analyze",
        "context",
        "review",
        "execute",
        "execute-commands",
        "execute-task-failure",
        "execute-by-hand",
        "execute-delivery",
        "execute-running",
        "execute-done"
      })
  void no_sentence_of_ours_stays_english(String kind) throws IOException {
    SessionState<?> state = inChinese(kind);
    List<String> said =
        said(WireMapper.get().valueToTree(state)).stream()
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();

    assertChinese(said, shown(state));
    assertChinese(said, state.details().replace("\\", ""));
    if (state instanceof ExecuteState execution) {
      assertChinese(said, ExecutionReport.of(execution).replace("\\", ""));
    }
  }

  private static SessionState<?> inChinese(String kind) throws IOException {
    return new RecordedSession(kind, text -> text.equals("en") ? "zh" : text).state();
  }

  private static void assertChinese(List<String> said, String text) {
    assertThat(text.lines().map(line -> without(said, line)))
        .filteredOn(line -> ENGLISH.matcher(CODE.matcher(line).replaceAll("")).find())
        .filteredOn(line -> !RECORDED.matcher(line).find())
        .isEmpty();
  }

  @Test
  void words_of_agents_stay_even_if_they_are_words_of_the_program() {
    Page page = new Page(new Screen(60, false).in(Language.ZH));
    page.field(Field.quote("Task", "review"))
        .field("Phase", "running")
        .quote(Tone.GOOD, 0, "Done when", "none")
        .table(new Table("Task", "State", "By").ours(1).row("risk", "failed", "direct"));

    assertThat(page.toString().lines())
        .containsExactly(
            "任务         review", "阶段         运行中", "完成条件 none", "任务  状态  由谁", "risk  失败  direct");
  }

  private static String shown(SessionState<?> state) {
    SessionView view = state.view();
    String closed = view.over() ? "completed" : null;
    SessionSnapshot now = new SessionSnapshot(view, List.of(), List.of(), null, closed);
    Page page = Page.markdown(Language.ZH);
    SessionPage.write(page, now, Optional.empty());
    SessionPage.decisions(page, state.decisions());
    SessionPage.receipts(page, CallLine.of(state, List.of(), Instant.now()));
    String commands = "";
    if (view.gate().isPresent()) {
      Gate gate = view.gate().get();
      GatePage.answers(page, view);
      KindPage.of(state).details(page, state, gate, "");
      commands = new GateHelp(gate).commands("X", Language.ZH);
    }
    return page + commands;
  }

  /** Returns all texts of several words of agents and people. */
  private static Set<String> said(JsonNode node) {
    Set<String> said = new HashSet<>();
    if (node.isTextual()) {
      node.asText()
          .lines()
          .map(String::strip)
          .filter(line -> line.contains(" "))
          .forEach(said::add);
      said.add(node.asText().replaceAll("\\s+", " ").strip());
      // Pages show the question of a conflict without this mark.
      said.add(node.asText().replaceFirst("^The moderator asks: \"(.*)\"$", "$1"));
      said.removeIf(text -> !text.contains(" "));
    }
    node.fields()
        .forEachRemaining(
            field ->
                said.addAll(OURS.contains(field.getKey()) ? Set.of() : said(field.getValue())));
    node.elements()
        .forEachRemaining(element -> said.addAll(node.isArray() ? said(element) : Set.of()));
    return said;
  }

  /** Removes what they said, also where it is cut. */
  private static String without(List<String> said, String line) {
    String rest = line.replace("\\<", "<").replace("\\|", "|");
    for (String text : said) {
      rest = rest.replace(text, "某");
    }
    for (String text : said) {
      String start = text.substring(0, Math.min(text.length(), CUT));
      for (int at = rest.indexOf(start); at >= 0; at = rest.indexOf(start)) {
        int same = start.length();
        while (at + same < rest.length()
            && same < text.length()
            && rest.charAt(at + same) == text.charAt(same)) {
          same++;
        }
        rest = rest.substring(0, at) + "某" + rest.substring(at + same);
      }
    }
    return rest;
  }
}
