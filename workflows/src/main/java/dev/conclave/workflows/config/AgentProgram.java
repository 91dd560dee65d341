package dev.conclave.workflows.config;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.Words;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The known agent CLIs. */
public enum AgentProgram {
  CLAUDE(
      "Claude",
      "@anthropic-ai/claude-code",
      "2.1.197 18, 2.1.329 22",
      "(^|/)(\\.claude|\\.mcp\\.json|\\.claude/settings[^/]*)$",
      "-p --print --output-format --input-format --permission-mode --tools -c --continue -r --resume"
          + " --session-id --dangerously-skip-permissions -h --help -v --version"),
  CODEX(
      "Codex",
      "@openai/codex",
      "0.169.0 16",
      "(^|/)\\.codex(/|$)",
      "--json -s --sandbox -C --cd -o --output-last-message --full-auto --color"
          + " --dangerously-bypass-approvals-and-sandbox --yolo -h --help -V --version"),
  GEMINI(
      "Gemini", "@google/gemini-cli", "0.61.0 20", "(^|/)\\.gemini(/|$)", AgentProgram.OF_GEMINI),
  QWEN(
      "Qwen",
      "@qwen-code/qwen-code",
      "0.15.10 20, 0.24.4 22",
      "(^|/)\\.qwen(/|$)",
      AgentProgram.OF_GEMINI),
  OPENCODE(
      "opencode",
      "opencode-ai",
      "1.18.33 0",
      "(^|/)(\\.opencode(/|$)|opencode\\.jsonc?$)",
      "--format --agent --auto --dir --title -c --continue -s --session --command --attach -h --help"
          + " -v --version");

  private static final String OF_GEMINI =
      "-o --output-format --approval-mode -y --yolo -p --prompt -i --prompt-interactive -r --resume"
          + " --input-format -h --help -v --version";

  /** Type of an agent defined by its command line in the configuration. */
  public static final String CUSTOM = "custom";

  private final String title;
  private final String npmPackage;
  private final List<String> tested;
  private final List<Integer> nodes;
  private final Pattern settings;
  private final List<String> options;

  /**
   * @param tested releases, oldest first, each with the oldest Node.js that supports it; 0 for none
   * @param options set by Conclave itself, or ending the program without an answer
   */
  AgentProgram(String title, String npmPackage, String tested, String settings, String options) {
    this.title = title;
    this.npmPackage = npmPackage;
    this.tested = Stream.of(tested.split(", ")).map(one -> one.replaceFirst(" .*", "")).toList();
    this.nodes =
        Stream.of(tested.split(", "))
            .map(one -> Integer.valueOf(one.replaceFirst("^.* ", "")))
            .toList();
    this.settings = Pattern.compile(settings);
    this.options = List.of(options.split(" "));
  }

  public String id() {
    return Words.of(this);
  }

  public String title() {
    return title;
  }

  public String npmPackage() {
    return npmPackage;
  }

  /** Returns the program of a type; empty for {@code custom}, {@code direct} and unknown types. */
  public static Optional<AgentProgram> find(String type) {
    return Arrays.stream(values()).filter(program -> program.id().equals(type)).findFirst();
  }

  /** Returns the agents that need no configuration: the known programs and the built-in analyst. */
  public static List<String> builtIn() {
    return Stream.concat(
            Arrays.stream(values()).map(AgentProgram::id), Stream.of(AgentStatus.DIRECT))
        .toList();
  }

  public static List<String> types() {
    return Stream.concat(builtIn().stream(), Stream.of(CUSTOM)).toList();
  }

  /**
   * Returns whether a repository's file configures one of the programs, and may name commands to
   * run.
   */
  public static boolean areConfiguredBy(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).anyMatch(program -> program.settings.matcher(lower).find());
  }

  /** Returns whether Conclave sets this option itself. */
  public boolean sets(String argument) {
    return options.contains(argument.replaceFirst("=.*", ""));
  }

  public boolean isTested(String release) {
    return tested.contains(release);
  }

  public boolean isOlder(String release) {
    return isBefore(release, tested.get(0));
  }

  /** Formats as {@code tested with 0.15.10 and 0.24.4}. */
  public String comparedToTested(String release) {
    return isTested(release)
        ? "tested"
        : (isOlder(release) ? "older than the tested " : "tested with ")
            + String.join(" and ", tested);
  }

  /** Returns the command that installs the newest tested release that runs here. */
  public String install(int node) {
    int fitting = newest(i -> nodes.get(i) <= node);
    int needed = node == 0 ? 20 : nodes.get(fitting);
    String command = "npm install -g " + npmPackage + "@" + tested.get(fitting);
    return node < needed
        ? "install Node.js %d or newer, then run: %s".formatted(needed, command)
        : command;
  }

  private int newest(IntPredicate fits) {
    return IntStream.range(0, tested.size()).filter(fits).max().orElse(0);
  }

  /** Compares version numbers: 2.9 is before 2.10. */
  public static boolean isBefore(String release, String other) {
    return Version.parse(release).compareTo(Version.parse(other)) < 0;
  }
}
