package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {

  @ParameterizedTest
  @ValueSource(ints = {60, 72, 80, 100, 140})
  void no_line_of_a_gate_is_wider_than_the_screen(int width) {
    Page page = new Page(new Screen(width, true));

    Synthesis synthesis = Samples.synthesis(1, Recommendation.CONVERGED);
    Gate gate = Samples.decision(List.of("src/" + "deep/".repeat(30) + "limiter.py"));
    GatePage.write(page, gate, synthesis.solutions());
    DiscussionPage.write(page, synthesis);

    assertThat(page.toString().lines())
        .allSatisfy(
            line ->
                assertThat(AttributedString.fromAnsi(line).columnLength())
                    .as(line)
                    .isLessThanOrEqualTo(width));
    assertThat(AttributedString.stripAnsi(page.toString()).replaceAll("\\s+", ""))
        .contains("超过速率时返回429")
        .contains("src/gone.py:3missing");
  }

  @Test
  void an_agreement_stands_with_each_agents_own_words_and_says_when_nobody_cites() {
    Page page = new Page(new Screen(100, false));
    Point uncited =
        new Point(
            "P1",
            "Nothing is logged",
            List.of(
                new Position("gemini", "Nothing is logged", List.of()),
                new Position("codex", "No logging at all " + "!".repeat(500), List.of())));
    Point alike =
        new Point(
            "P2",
            "Tokens expire",
            List.of(
                new Position("gemini", "Tokens expire", List.of()),
                new Position("codex", "Tokens expire", List.of())));
    Point close =
        new Point(
            "P3",
            "Keys rotate",
            List.of(
                new Position("gemini", "Keys rotate", List.of()),
                new Position("codex", "Keys are listed", List.of())));

    DiscussionPage.write(page, Samples.agreeing(List.of(uncited, alike), List.of(close)));

    assertThat(page.toString())
        .contains("= Nothing is logged [no place cited]\n  gemini: Nothing is logged\n")
        .contains("  codex: No logging at all\n")
        .contains("!…")
        .contains("= Tokens expire [no place cited]\n\n")
        .contains("Said by several, and not confirmed by all\n~ Keys rotate [no place cited]\n")
        .contains("  codex: Keys are listed\n");
  }

  @Test
  void what_one_agent_alone_found_is_shown_in_short_with_the_command_for_the_rest() {
    List<Point> alone =
        IntStream.rangeClosed(1, 5)
            .mapToObj(n -> "Shortcut " + n + " mirrors a method")
            .map(words -> new Point("P1", words, List.of(new Position("bert", words, List.of()))))
            .toList();
    Synthesis round = Samples.alone(alone);
    Page gate = new Page(new Screen(100, false));
    Page whole = new Page(new Screen(100, false));

    DiscussionPage.writeShort(gate, round, "conclave show s1 --round 1");
    DiscussionPage.write(whole, round);

    assertThat(gate.toString())
        .contains("Only bert found, and nobody confirmed:\n · Shortcut 1 mirrors a method\n")
        .doesNotContain("Shortcut 4")
        .contains("And 2 more:\n  conclave show s1 --round 1\n");
    assertThat(whole.toString()).contains("bert: Shortcut 5 mirrors a method");
  }

  @Test
  void an_options_page_says_what_its_score_is_made_of_and_whose_feasibility_it_shows() {
    Page page = new Page(new Screen(100, false));
    GatePage.write(
        page,
        Samples.decision(List.of()),
        Samples.synthesis(1, Recommendation.CONVERGED).solutions());

    assertThat(page.toString())
        .contains(
            "score 73 = 1 agent 20 + low effort 30 + medium risk 20 + 1 pro less 1 con 0"
                + " + 1 file 3")
        .contains("1 of 1 place there")
        .contains("Feasible is what an option's agents say of the whole task, not of the option.");
  }

  @Test
  void a_feasibility_that_nobody_said_is_no_number() {
    Gate gate = Samples.decision(List.of());
    Option unsaid = by(gate.shown().options().get(0), "direct", Optional.empty());
    Page wide = new Page(new Screen(120, false));
    Page narrow = new Page(new Screen(50, false));
    GatePage.write(wide, choosing(gate, unsaid), List.of());
    GatePage.write(narrow, choosing(gate, unsaid), List.of());

    assertThat(wide.toString()).containsPattern("0\\.90 +- +low").doesNotContain("0.50");
    assertThat(narrow.toString()).contains("task feasible not said, by direct");
  }

  @Test
  void a_word_longer_than_its_cell_is_broken_and_nothing_is_lost() {
    String path = "src/" + "x".repeat(200);
    String page = new Page(new Screen(60, false)).table(new Table("File").row(path)).toString();

    assertThat(page.replaceAll("\\s", "")).isEqualTo("File" + path);
  }

  @Test
  void an_agents_escape_sequences_never_reach_the_terminal() {
    Page page =
        new Page(new Screen(80, false))
            .text("red \u001b[31malert\u001b[0m \u001b]0;title\u0007 bell\u0007 \u009b2J")
            .item(0, "-", "\u202egnirts desrever")
            .table(new Table("a").row("x\r\u001b[2K"));

    assertThat(page.toString()).contains("red alert");
    assertThat(page.toString().chars().filter(c -> c != '\n'))
        .noneMatch(Character::isISOControl)
        .doesNotContain(0x202e);
  }

  @Test
  void color_is_written_only_where_it_is_wanted() {
    assertThat(new Screen(80, false).paint(Ink.BAD, "x")).isEqualTo("x");
    assertThat(new Screen(80, true).paint(Ink.BAD, "x")).isEqualTo("\u001b[31mx\u001b[0m");
  }

  @Test
  void a_very_narrow_terminal_is_written_to_as_if_it_had_60_columns() {
    assertThat(new Screen(20, false).width()).isEqualTo(60);
  }

  @Test
  void a_line_for_copying_is_never_wrapped() {
    String command = "conclave answer " + "x".repeat(200);

    assertThat(new Page(new Screen(60, false)).verbatim(2, command).toString())
        .isEqualTo("  " + command + "\n");
  }

  @ParameterizedTest
  @CsvSource({"PT-5S, 0s", "PT59S, 59s", "PT3M5S, 3m 05s", "PT2H10M, 2h 10m", "PT123H, 5d 3h"})
  void spans_read_as_people_say_them(Duration span, String words) {
    assertThat(Figures.span(span)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "999, 999 B", "12000, 12 KB", "3400000, 3.4 MB"})
  void sizes_read_as_people_say_them(long bytes, String words) {
    assertThat(Figures.bytes(bytes)).isEqualTo(words);
  }

  @Test
  void a_gate_says_why_the_built_in_analysts_option_comes_last_with_a_higher_score() {
    String why = "What the built-in analyst alone proposes comes last whatever its score";
    Gate gate = Samples.decision(List.of());
    Option second = gate.shown().options().get(1);
    Page mixed = new Page(new Screen(120, false));
    Page models = new Page(new Screen(120, false));
    Page alone = new Page(new Screen(120, false));

    GatePage.write(
        mixed, choosing(gate, gate.shown().options().get(0), by(second, "direct")), List.of());
    GatePage.write(models, gate, List.of());
    GatePage.write(alone, choosing(gate, by(second, "direct")), List.of());

    assertThat(mixed.toString()).contains(why);
    assertThat(models.toString()).doesNotContain(why);
    assertThat(alone.toString()).doesNotContain(why);
  }

  private static Option by(Option o, String agent) {
    return by(o, agent, o.feasibility());
  }

  private static Option by(Option o, String agent, Optional<Double> feasibility) {
    return new Option(
        o.number(),
        o.name(),
        o.summary(),
        List.of(agent),
        feasibility,
        o.effort(),
        o.risk(),
        0.9,
        o.pros(),
        o.cons(),
        o.files());
  }

  private static Gate choosing(Gate gate, Option... options) {
    GateContent shown = gate.shown();
    return new Gate(
        gate.id(),
        gate.type(),
        gate.digest(),
        gate.kinds(),
        gate.openedAt(),
        gate.checking(),
        new GateContent(
            shown.title(), List.of(options), List.of(), List.of(), List.of(), List.of()));
  }
}
