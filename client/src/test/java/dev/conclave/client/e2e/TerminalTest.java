package dev.conclave.client.e2e;

import static dev.conclave.workflows.text.ExitCodes.AWAITING_HUMAN;
import static dev.conclave.workflows.text.ExitCodes.DONE;
import static dev.conclave.workflows.text.ExitCodes.INTERRUPTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person at a real terminal with the real server, worker and scripted agents. */
@RealMachine
@Tag("e2e")
class TerminalTest {
  private static final String TASK = "Add rate limiting per client to the server";
  private static final String COLOR = "\u001b\\[[0-9;]+m";
  private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}");
  private static final String CTRL_C = "\u0003";

  private final List<Tty> terminals = new ArrayList<>();

  // Shared because it starts slowly; each test starts its own session.
  @AutoClose private Laptop laptop;
  private CountingAgent agents;

  @BeforeAll
  void a_machine_with_two_agents(@TempDir Path folder) throws Exception {
    laptop = new Laptop(folder).setting("tools: [alpha, beta]");
    laptop.withServer();
    agents = CountingAgent.on(laptop, "alpha", "beta");
    laptop.up();
  }

  @AfterEach
  void leave() throws Exception {
    terminals.forEach(Tty::close);
    terminals.clear();
    laptop.variable("NO_COLOR", "1");
    agents.release("alpha");
    agents.release("beta");
  }

  private Tty terminal(int columns, String... arguments) throws Exception {
    Tty tty = laptop.terminal(columns, 80, arguments);
    terminals.add(tty);
    return tty;
  }

  @Test
  void a_session_is_watched_decided_and_confirmed() throws Exception {
    agents.hold("beta");
    Tty tty = terminal(80, "plan", TASK, "--max-rounds", "1");
    String before = tty.modes();
    tty.sees("analyzing, round 1", "alpha  analyst  done", "beta   analyst  working", "started");
    asOnThePage(tty, "analyzing, round 1");
    assertThat(tty.written()).doesNotContainPattern(COLOR);

    agents.release("beta");
    tty.sees("Answer (? for help):");
    asOnThePage(tty, "Choose among");
    tty.types("1 keep the API\r").sees("Accepted at gate 1-decision", "e: execute");
    asOnThePage(tty, "The plan is ready");
    tty.types("a\r");
    assertThat(tty.exit()).as(tty.screen()).isEqualTo(DONE);
    tty.sees("Accepted at gate 2-confirmation", "complete");
    assertThat(tty.modes()).isEqualTo(before);
    assertThat(laptop.conclave("show", "last").out()).contains("keep the API");
  }

  @Test
  void the_recording_in_the_readme_is_a_real_session() throws Exception {
    agents.hold("beta");
    laptop.variable("NO_COLOR", "");
    Recording now = new Recording("conclave plan \"" + TASK + "\" --max-rounds 1");
    Tty tty = laptop.terminal(Recording.COLUMNS, Recording.ROWS, "plan", TASK, "--max-rounds", "1");
    terminals.add(tty);
    now.add(tty.sees("alpha  analyst  done", "beta   analyst  working"), "analyzing, round 1", 3);
    agents.release("beta");
    now.add(tty.sees("Choose among", "Answer (? for help):"), "Choose among", 7);
    tty.types("1 keep the API\r")
        .sees("The plan is ready", "e: execute", "help.\nAnswer (? for help):");
    now.add(tty, "The plan is ready", 6);
    tty.types("a\r");
    assertThat(tty.exit()).as(tty.screen()).isEqualTo(DONE);

    Path picture = Path.of(System.getProperty("conclave.root", ".."), "docs", "recording.svg");
    if (Boolean.getBoolean("conclave.write")) {
      Files.writeString(picture, now.svg());
    }
    assertThat(timeless(Recording.words(Files.readString(picture))).replaceAll(" +", " "))
        .as("out of date: run this test with -Dconclave.write=true")
        .isEqualTo(timeless(Recording.words(now.svg())).replaceAll(" +", " "));
  }

  /** Requires that the watching page matches the real screen, except for times. */
  private static void asOnThePage(Tty tty, String mark) throws Exception {
    Path page = Path.of(System.getProperty("conclave.root", ".."), "docs", "watching.md");
    String screen =
        Stream.of(Files.readString(page).split("```\\w*\n"))
            .filter(block -> block.contains(mark))
            .findFirst()
            .orElseThrow();
    Laptop.until(
        "what the page shows of: " + mark,
        () -> {
          assertThat(timeless(tty.screen())).contains(timeless(screen));
          return true;
        });
  }

  private static String timeless(String screen) {
    return screen
        .replaceAll("(?m)^[|/\\\\*-](?= add-)", "*")
        .replaceAll("\\badd-rate-limiting-\\w{3}\\b", "HANDLE")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d)?(-\\d+)?", "DAY")
        .replaceAll("\\b(\\d+m )?\\d+s\\b", "")
        // Depends on the host.
        .replaceAll("(?m)^agent calls: .*\n(  .*\n)*", "")
        // An agent's columns depend on the length of its time.
        .replaceAll("(?<=\\S) +(?=.*(findings|lines)\\b)", " ");
  }

  @Test
  void a_gate_answered_in_one_place_closes_the_prompts_in_the_others() throws Exception {
    Tty one = terminal(100, "plan", TASK, "--max-rounds", "1").sees("Answer (? for help):");
    Tty other = terminal(120, "watch", "last").sees("Answer (? for help):");
    other.types("d\r").sees("Your words for different-direction:").types("do it in the 网关 instead");
    other.sees("do it in the");

    one.types("2\r").sees("Accepted at gate 1-decision");

    other.sees("Gate 1-decision was answered by", "approve solution 2 (Sliding log of timestamps)");
    one.sees("gate 2-confirmation", "Answer (? for help):");
    other.sees("gate 2-confirmation");

    laptop.conclave("answer", "last", "save", "--as", "Grace").ended(DONE);
    for (Tty tty : List.of(one, other)) {
      tty.sees("Gate 2-confirmation was answered by Grace: save", "saved");
      assertThat(tty.exit()).as(tty.screen()).isEqualTo(DONE);
    }
  }

  @Test
  void a_resized_terminal_shows_one_complete_frame() throws Exception {
    agents.hold("alpha");
    laptop.variable("NO_COLOR", "");
    Tty tty = terminal(120, "plan", TASK, "--max-rounds", "1");
    tty.sees("alpha  analyst  working", "beta   analyst  done");
    for (int columns : new int[] {60, 80, 120}) {
      tty.resized(columns, 40);
      Laptop.until(
          "one frame of " + columns + " columns on\n" + tty.screen(),
          () ->
              frames(tty.screen()) == 1
                  && tty.screen().lines().allMatch(line -> line.length() <= columns)
                  && tty.screen().matches("(?s).*done[^\\n]*(\\n *)?4 findings.*"));
    }

    assertThat(tty.written()).containsPattern(COLOR);

    agents.release("alpha");
    tty.sees("Answer (? for help):").resized(60, 60).types("?\r").sees("Ctrl-C leaves");
    assertThat(tty.screen().lines()).allMatch(line -> line.length() <= 60);
    assertThat(tty.screen()).contains("for help): ?\n");
  }

  private static long frames(String screen) {
    return screen.lines().filter(line -> line.contains("analyzing, round 1")).count();
  }

  @Test
  void leaving_by_key_window_or_signal_restores_the_terminal_and_keeps_the_session()
      throws Exception {
    agents.hold("alpha");
    int asked = agents.calls().size();
    Tty key = terminal(80, "plan", TASK, "--max-rounds", "1");
    String before = key.modes();
    key.sees("alpha  analyst  working");
    assertThat(key.modes()).isNotEqualTo(before);
    key.types(CTRL_C);
    assertThat(key.exit()).as(key.screen()).isEqualTo(INTERRUPTED);
    key.sees("The session keeps running. To follow it: conclave watch ");
    assertThat(key.modes()).isEqualTo(before);

    Tty window = terminal(80, "watch", "last");
    Tty signal = terminal(80, "watch", "last").sees("alpha  analyst  working");
    window.sees("alpha  analyst  working").hangUp();
    Laptop.until("the command has ended", () -> !window.program().isAlive());
    CountingAgent.signal(signal.program(), "HUP");
    signal.exit();
    assertThat(signal.modes()).isEqualTo(before);

    Tty prompt = terminal(80, "watch", "last");
    Tty other = terminal(80, "watch", "last");
    agents.release("alpha");
    prompt.sees("Answer (? for help):").types("half a sent").sees("half a sent").types(CTRL_C);
    assertThat(prompt.exit()).as(prompt.screen()).isEqualTo(INTERRUPTED);
    prompt.sees("To follow it: conclave watch ");
    assertThat(prompt.modes()).isEqualTo(before);
    other.sees("Answer (? for help):").types("?\r").sees("Ctrl-C leaves");
    Laptop.until(
        "asked again", () -> other.screen().stripTrailing().endsWith("Answer (? for help):"));
    CountingAgent.signal(other.program(), "TERM");
    other.exit();
    assertThat(other.modes()).isEqualTo(before);

    assertThat(laptop.session().path("gate").path("id").asText()).isEqualTo("1-decision");
    assertThat(agents.calls()).hasSize(asked + 3);
    Tty last = terminal(80, "watch", "last").sees("Answer (? for help):").types("0\r");
    assertThat(last.exit()).isEqualTo(AWAITING_HUMAN);
  }

  @Test
  void init_writes_a_configuration_and_keeps_the_one_before(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("settings of mine.yaml");
    try (Laptop other = Laptop.bare(folder, "java", "git", "sh", "env")) {
      other.variable("CONCLAVE_CONFIG", file.toString());
      for (String name : List.of("gemini", "qwen")) {
        other.program(name, "#!/bin/sh\necho 1.2.3\n");
      }
      Tty first = other.terminal(100, 60, "init");
      terminals.add(first);
      first.sees("gemini", "qwen", "Which agents to test").types("-\r");
      first.sees("Which agents analyze").types("nobody\r").sees("Enter numbers or names");
      first.types("qwen\r").sees("Which agent moderates?").types("gemini\r");
      first.sees("Use gemini as fallback").types("n\r").sees("Written:");
      assertThat(first.exit()).as(first.screen()).isEqualTo(DONE);
      String written = Files.readString(file);
      assertThat(written).contains("tools: [qwen]", "moderator: gemini", "fallback: [direct]");
      assertThat(other.conclave("doctor").out()).contains("ok        configuration");

      Tty second = other.terminal(100, 60, "init");
      terminals.add(second);
      second.sees("Overwrite it?").types("y\r").sees("Which agents to test").types(CTRL_C);
      assertThat(second.exit()).as(second.screen()).isEqualTo(INTERRUPTED);
      assertThat(file).hasContent(written);

      Tty third = other.terminal(100, 60, "init");
      terminals.add(third);
      third.sees("Overwrite it?").types("y\r").sees("Which agents to test").types("\r");
      third.sees("Which agents analyze").types("1\r").sees("Which agent moderates?").types("\r");
      third.sees("Use qwen as fallback").types("\r").sees("kept as");
      assertThat(third.exit()).as(third.screen()).isEqualTo(DONE);
      assertThat(Files.readString(file)).contains("tools: [gemini]", "fallback: [qwen, direct]");
      assertThat(folder.resolve("settings of mine.yaml.bak")).hasContent(written);
    }
  }

  @Test
  void a_chinese_locale_has_no_english_sentence(@TempDir Path folder) throws Exception {
    try (Laptop other = Laptop.bare(folder, "java", "git", "sh", "env")) {
      other.variable("LC_ALL", "zh_CN.UTF-8");
      other.program("gemini", "#!/bin/sh\necho 1.2.3\n");
      for (String line :
          List.of("--help", "plan --help", "doctor", "status", "list", "plan --mode x", "logs")) {
        Tty tty = other.terminal(100, 80, line.split(" "));
        terminals.add(tty);
        tty.exit();
        assertThat(tty.screen()).as(line).containsPattern("\\p{IsHan}");
        assertChinese(tty);
      }
      other.variable("CONCLAVE_CONFIG", folder.resolve("own.yaml").toString());
      Tty init = other.terminal(100, 60, "init");
      terminals.add(init);
      init.sees("gemini", "测试哪些智能体").types("-\r");
      init.sees("哪些智能体参与分析").types("nobody\r").sees("请输入编号或名称");
      init.types("gemini\r").sees("由哪个智能体主持").types("\r").sees("已写入");
      assertThat(init.exit()).as(init.screen()).isEqualTo(DONE);
      assertChinese(init);
    }
  }

  private static void assertChinese(Tty tty) {
    assertThat(tty.screen().lines())
        .filteredOn(line -> !line.startsWith("  conclave "))
        .map(line -> line.replaceAll("`[^`]*`|(npm|apt-get) install \\S+|\\S*/\\S*", ""))
        .noneMatch(line -> ENGLISH.matcher(line).find());
  }
}
