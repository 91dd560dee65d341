package dev.conclave.client.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * Parses an answer, {@code KIND [TEXT] [options]}, on the command line and at a gate's prompt.
 * {@link AnswerLines#arguments(GateAnswer)} is the inverse; {@link AnswerForm} defines the options.
 * Not thread-safe.
 */
public final class AnswerOptions {
  /** Sorts answer options before the others of a command. */
  private static final int FIRST = -100;

  private static final Pattern CONSTANTS =
      Pattern.compile(
          "^Invalid value for option '([^\\s']+)'[^:]*+: expected one of \\[([^]]*+)] \\(case-insensitive\\) but was '(.*)'");

  private static final Pattern NO_NUMBER =
      Pattern.compile(
          "^Invalid value for option '([^\\s']+)'[^:]*+: '(.*)' is not an? (?:int|long|double)");

  @Parameters(index = "0", paramLabel = "SESSION", description = Sessions.NAMED)
  private String session = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "[KIND [TEXT]]",
      hideParamSyntax = true,
      description = "The kind of answer and its text; - reads the text from standard input.")
  private List<String> words = List.of();

  private final Map<AnswerForm.Option, OptionSpec> options = new LinkedHashMap<>();

  /** The answer so far, in wire format. */
  private final ObjectNode answer = WireMapper.get().createObjectNode();

  private AnswerKind kind = AnswerKind.CANCEL;

  public AnswerOptions() {
    for (AnswerForm.Option option : AnswerForm.OPTIONS) {
      OptionSpec.Builder spec =
          OptionSpec.builder(option.name())
              .description(option.help())
              .order(FIRST + options.size());
      if (option.type() == Boolean.class) {
        spec.type(boolean.class);
      } else {
        boolean list = option.at().endsWith("/-");
        spec.paramLabel(option.label()).type(list ? List.class : option.type());
        if (option.type() == Map.class) {
          spec.auxiliaryTypes(String.class, String.class);
        } else {
          spec.auxiliaryTypes(option.type());
        }
      }
      options.put(option, spec.build());
    }
  }

  public CommandSpec addTo(CommandSpec command) {
    options.values().forEach(command::addOption);
    return command;
  }

  /**
   * Parses the arguments after the session.
   *
   * @throws UsageException naming the fix
   */
  static AnswerOptions of(AnswerKind kind, List<String> rest) {
    AnswerOptions parsed = new AnswerOptions();
    List<String> arguments = new ArrayList<>(List.of("last", Words.of(kind)));
    arguments.addAll(rest);
    try {
      new CommandLine(parsed.addTo(CommandSpec.forAnnotatedObject(parsed)))
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new UsageException(reason(e), e);
    }
    parsed.read(kind, true, Optional::of);
    return parsed;
  }

  /** Rewrites picocli errors about invalid option values. */
  public static String reason(ParameterException e) {
    String said = String.valueOf(e.getMessage()).strip();
    String wrong = CONSTANTS.matcher(said).replaceFirst(AnswerOptions::unknown);
    return NO_NUMBER
        .matcher(wrong)
        .replaceFirst("$1 takes a number, not \"$2\"")
        .replaceFirst("\\.?$", ".");
  }

  private static String unknown(MatchResult refused) {
    String known = refused.group(2).toLowerCase(Locale.ROOT).replace('_', '-');
    return Matcher.quoteReplacement(
        "%s: unknown value \"%s\"; use %s".formatted(refused.group(1), refused.group(3), known));
  }

  public String firstWord() {
    return words.stream().findFirst().orElse("");
  }

  /**
   * Reads the words of an answer.
   *
   * @throws UsageException naming the fix
   */
  public void read(AnswerKind of, boolean named, Function<String, Optional<String>> source) {
    kind = of;
    options.forEach((option, spec) -> put(option.at(), spec.getValue()));
    source
        .apply(String.join(" ", words.subList(named ? 1 : 0, words.size())))
        .filter(given -> !given.isBlank())
        .ifPresent(this::type);
    requireFitting();
  }

  private void put(String option, @Nullable Object value) {
    if (value != null && !value.equals(false)) {
      String at = option.replace("/-", "");
      int end = at.lastIndexOf('/');
      ObjectNode parent = end == 0 ? answer : answer.withObject(at.substring(0, end));
      if (value instanceof Map<?, ?> answers) {
        answers.forEach((question, said) -> answer(AnswerForm.number("" + question), "" + said));
      } else {
        parent.set(at.substring(end + 1), WireMapper.get().valueToTree(value));
      }
    }
  }

  /**
   * Parses the text after the kind.
   *
   * @throws UsageException saying what the kind takes
   */
  public void type(String given) {
    try {
      kind.form().type(answer.put("kind", Words.of(kind)), given);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Converts an answer that was parsed as one gate's default kind to another's, with the same text.
   *
   * @throws UsageException when it has options that the other kind does not take
   */
  public void convertTo(AnswerKind other) {
    kind = other;
    if (other == AnswerKind.CHOOSE && answer.has("solution")) {
      answer.putIfAbsent("strategy", answer.remove("solution"));
      String said =
          StreamSupport.stream(answer.withArray("/constraints").spliterator(), false)
              .map(JsonNode::asText)
              .collect(Collectors.joining("; "));
      answer.remove("constraints");
      answer.put("text", said);
    } else if (other == AnswerKind.REPLY) {
      text().ifPresent(this::type);
      answer.remove("text");
    }
    requireFitting();
  }

  private void requireFitting() {
    boolean approves =
        Stream.of("solution", "execution_method", "code_review", "constraints", "scope")
            .anyMatch(answer::has);
    if (kind != AnswerKind.APPROVE
        && (approves || (answer.has("accept_drift") && kind != AnswerKind.EXECUTE))) {
      throw new UsageException(
          "--solution, --execution, --review, --constraint, --include, --exclude and --accept-drift require approve, not "
              + Words.of(kind)
              + ".");
    }
    if ((answer.has("squash") && kind != AnswerKind.MERGE)
        || (answer.has("draft") && kind != AnswerKind.PR)) {
      throw new UsageException("--squash requires merge, and --draft requires pr.");
    }
  }

  public String session() {
    return session;
  }

  public AnswerKind kind() {
    return kind;
  }

  public Optional<String> text() {
    return Optional.of(answer.path("text").asText()).filter(said -> !said.isBlank());
  }

  public void text(String words) {
    answer.put("text", words);
  }

  /** Answers to the gate's questions, by number. */
  public Map<String, String> answers() {
    Map<String, String> answers = new TreeMap<>();
    answer
        .path("answers")
        .properties()
        .forEach(e -> answers.put(e.getKey(), e.getValue().asText()));
    return answers;
  }

  void answer(String number, String text) {
    answer.withObject("/answers").put(number, text);
  }

  void acceptDrift() {
    answer.put("accept_drift", true);
  }

  /** Applies a change to every text that the user wrote. */
  public void reword(UnaryOperator<String> change) {
    for (String field : List.of("text", "answers", "constraints", "scope", "questions")) {
      if (answer.has(field)) {
        answer.set(field, WireMapper.mapTexts(answer.get(field), change));
      }
    }
  }

  /** Resolves the target of an export or patch against this folder. */
  public void resolveTarget(Path directory) {
    for (String field : List.of("target", "file")) {
      if (answer.has(field)) {
        Path place = directory.resolve(answer.get(field).asText());
        answer.put(field, place.normalize().toString());
      }
    }
  }

  public GateAnswer to(String gate, Optional<String> digest, String by) {
    ObjectNode sent = answer.deepCopy().put("gate", gate).put("kind", Words.of(kind)).put("by", by);
    digest.ifPresent(seen -> sent.put("digest", seen));
    return GateAnswer.read(sent);
  }
}
