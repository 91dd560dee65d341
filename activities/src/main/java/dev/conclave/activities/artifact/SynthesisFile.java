package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.EvidenceRules;
import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Requirements;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Renders {@code rounds/{n}/synthesis.json} in both formats that readers expect; see
 * docs/artifacts.md.
 */
record SynthesisFile(RoundMaterial material, SynthesisRecord record, Translations words) {
  private static final int TITLE_LENGTH = 50;
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|$)|[。！？]|\\R");
  private static final int MOST_PATTERNS = 3;
  private static final int FINDINGS_READ = 3;
  private static final int MOST_INFERRED_CONCERNS = 5;
  private static final Pattern OBLIGES =
      Pattern.compile("(?i)(?<!\\w)(?:must|should)(?!\\w)|必须|应该|应当|需要");

  /** Tags, each with the words of a task that select it, in English and Chinese. */
  private static final List<String[]> TAGS =
      """
      auth o?auth|auth[nz]|authenticat\\w*|authori[sz]\\w* 认证|鉴权|授权|登录
      api apis? 接口
      database databases?|db 数据库
      ui ui 界面
      security security|secure 安全
      performance performance 性能
      refactor refactor\\w* 重构
      bug bugs?|bugfix 缺陷|漏洞
      feature features? 功能|特性
      """
          .lines()
          .map(line -> line.split(" ", -1))
          .toList();

  static ObjectNode render(RoundMaterial material) {
    return new SynthesisFile(material, material.record(), material.words()).render();
  }

  /** Renders {@code rounds/{n}/synthesis.md}, for people, from the same record. */
  static String document(SynthesisRecord record) {
    List<String> languages = record.languages();
    CitationCheck places = EvidenceRules.citations(record.evidence());
    Map<String, Object> model = new HashMap<>();
    model.put("record", record);
    model.put("title", title(record.task()));
    model.put("rationale", record.count().rationale().in(languages));
    model.put("feedback", record.feedback().stream().toList());
    model.put("options", record.count().solutions());
    model.put("considered", record.count().alsoConsidered());
    model.put(
        "questions",
        record.count().questions().stream().map(one -> one.in(languages).line()).toList());
    model.put("verified", record.crossVerification());
    model.put("cited", places.cited());
    model.put("there", places.cited() - places.missing());
    model.put("missing", places.first());
    return MarkdownText.render("synthesis.md.peb", model, Language.of(languages));
  }

  private ObjectNode render() {
    ObjectNode flat = flat().json();
    return new JsonFields()
        .with("metadata", metadata())
        .with("discussionTopic", topic())
        .with("relatedFiles", new RelatedFiles(material).render())
        .with("planning", planning())
        .with("decision", decision())
        .with("decisionRecords", new JsonFields().with("timeline", new Timeline(material).render()))
        .with(
            "_internal",
            flat.deepCopy().retain("cli_analyses", "cross_verification", "convergence"))
        .json()
        .setAll(flat);
  }

  private JsonFields metadata() {
    return new JsonFields()
        .with("artifactId", "%s-round-%d".formatted(record.session(), record.round()))
        .with("roundId", record.round())
        .with("timestamp", record.finished())
        .each("contributingAgents", tools(), FileSpelling::agent)
        .with("durationSeconds", milliseconds(record.started(), record.finished()) / 1000.0)
        .with("exportFormats", List.of("json", "markdown"));
  }

  private List<String> tools() {
    return record.analyses().stream().map(Analysis::tool).distinct().toList();
  }

  private static long milliseconds(Instant start, Instant end) {
    return Math.max(0, Duration.between(start, end).toMillis());
  }

  private JsonFields flat() {
    List<String> languages = record.languages();
    CrossVerification verification = record.crossVerification();
    JsonFields executions = new JsonFields();
    record.runs().forEach(run -> executions.with(run.agent(), execution(run)));
    return new JsonFields()
        .with("round", record.round())
        .with("timestamp", record.finished())
        .each("cli_analyses", record.analyses(), FileSpelling::analysis)
        .with("cli_executions", executions)
        .with("solutions", record.count().solutions())
        .with(
            "convergence",
            FileSpelling.convergence(
                record.count().convergence(), record.count().rationale().in(languages)))
        .with("cross_verification", FileSpelling.crossVerification(verification))
        .with("consensus_points", FileSpelling.agreements(verification))
        .each(
            "clarification_questions",
            record.count().questions(),
            one -> one.question().in(languages))
        .each("questions", record.count().questions(), one -> FileSpelling.question(one, languages))
        .with("ledger", record.count().ledger())
        .orNull("user_feedback_incorporated", record.feedback())
        .with(
            "_metadata",
            new JsonFields()
                .with("cli_tools_used", tools())
                .with("fallbacks_triggered", fallbacks())
                .with("not_cross_verified", record.count().notCrossVerified())
                .with("degraded", record.voters().isEmpty())
                .with("voters", record.voters())
                .with("alpha", record.count().alpha()));
  }

  private static JsonFields execution(AgentRun run) {
    return new JsonFields()
        .with("status", run.status())
        .with(
            "duration_ms",
            run.receipt().map(one -> milliseconds(one.start(), one.end())).orElse(0L))
        .with("model", run.receipt().flatMap(Receipt::model).orElse("unknown"))
        .with("reason", run.reason());
  }

  private List<String> fallbacks() {
    return record.runs().stream()
        .filter(run -> !run.agent().equals(run.standsFor()))
        .map(run -> run.standsFor() + " → " + run.agent())
        .distinct()
        .toList();
  }

  private JsonFields topic() {
    List<Scope> scopes =
        Stream.concat(
                Decision.approved(material.ofRound()).flatMap(Approve::scope).stream(),
                record.analyses().stream().flatMap(analysis -> analysis.scope().stream()))
            .toList();
    List<ContextPackage.Pattern> patterns =
        material.context().map(ContextPackage::detectedPatterns).orElse(List.of());
    return new JsonFields()
        .with("title", FileSpelling.same(title(record.task())))
        .with("description", FileSpelling.same(record.task()))
        .with(
            "scope",
            new JsonFields()
                .with("included", distinct(scopes, Scope::included))
                .with("excluded", distinct(scopes, Scope::excluded)))
        .each("keyQuestions", record.count().questions(), one -> words.label(one.question()))
        .with("status", topicStatus())
        .with("tags", tags(record.task(), patterns));
  }

  private List<LocalizedText> distinct(List<Scope> scopes, Function<Scope, List<String>> part) {
    return words.labels(
        scopes.stream().flatMap(scope -> part.apply(scope).stream()).distinct().toList());
  }

  /** Returns the first sentence, truncated to 50 characters and three dots. */
  static String title(String task) {
    String text = task.strip();
    Matcher end = SENTENCE_END.matcher(text);
    String sentence = end.find() && end.start() > 0 ? text.substring(0, end.start()) : text;
    String head = Cut.head(sentence, TITLE_LENGTH);
    return head.equals(sentence) ? sentence : head.strip() + "...";
  }

  private String topicStatus() {
    return switch (record.count().convergence().recommendation()) {
      case CONVERGED -> "decided";
      case USER_INPUT_NEEDED -> "blocked";
      case CONTINUE ->
          record.round() == 1
              ? "exploring"
              : record.crossVerification().disagreements().stream().anyMatch(Disagreement::open)
                  ? "debating"
                  : "analyzing";
    };
  }

  static List<String> tags(String task, List<ContextPackage.Pattern> patterns) {
    Stream<String> topics =
        TAGS.stream()
            .filter(
                tag ->
                    Pattern.compile(
                            "(?i)(?<![a-z0-9])(?:%s)(?![a-z0-9])|%s".formatted(tag[1], tag[2]))
                        .matcher(task)
                        .find())
            .map(tag -> tag[0]);
    Stream<String> names =
        patterns.stream()
            .map(ContextPackage.Pattern::name)
            .filter(name -> !name.isBlank())
            .distinct()
            .limit(MOST_PATTERNS);
    return Stream.concat(topics, names).distinct().toList();
  }

  private JsonFields planning() {
    boolean stated = record.analyses().stream().anyMatch(one -> one.requirements().isPresent());
    Stream<JsonFields> functional =
        rows("FR", stated ? stated(Requirements::functional) : SynthesisFile::obligations);
    Stream<JsonFields> nonFunctional =
        stated
            ? rows("NFR", stated(Requirements::nonFunctional))
            : rows("NFR", one -> one.technicalConcerns().stream()).limit(MOST_INFERRED_CONCERNS);
    Stream<JsonFields> acceptance = rows("AC", stated(Requirements::acceptance));
    return new JsonFields()
        .with("functional", functional.toList())
        .with("nonFunctional", nonFunctional.toList())
        .with("acceptanceCriteria", acceptance.map(row -> row.with("isMet", false)).toList());
  }

  private static Function<Analysis, Stream<String>> stated(
      Function<Requirements, List<String>> part) {
    return analysis -> analysis.requirements().stream().flatMap(one -> part.apply(one).stream());
  }

  private static Stream<String> obligations(Analysis analysis) {
    return analysis.findings().stream()
        .limit(FINDINGS_READ)
        .filter(finding -> OBLIGES.matcher(finding).find());
  }

  /** Returns the texts of the analyses without duplicates, numbered, each with its first author. */
  private Stream<JsonFields> rows(String prefix, Function<Analysis, Stream<String>> part) {
    Map<String, JsonFields> rows = new LinkedHashMap<>();
    for (Analysis analysis : record.analyses()) {
      part.apply(analysis)
          .filter(text -> !text.isBlank() && !rows.containsKey(text))
          .forEach(
              text ->
                  rows.put(
                      text,
                      new JsonFields()
                          .with("id", "%s-%02d".formatted(prefix, rows.size() + 1))
                          .with("description", words.label(text))
                          .with("priority", priority(analysis, text))
                          .with("source", analysis.tool() + " analysis")));
    }
    return rows.values().stream();
  }

  private static @Nullable String priority(Analysis analysis, String text) {
    return analysis.requirements().map(one -> one.priorities().get(text)).orElse(null);
  }

  private JsonFields decision() {
    Optional<Solution> leading = material.leading();
    List<Solution> all = record.count().allSolutions();
    int selected = leading.map(all::indexOf).orElse(-1);
    List<JsonFields> rejected =
        IntStream.range(0, all.size())
            .filter(i -> i != selected)
            .mapToObj(i -> solution(all.get(i), i + 1).with("rejectionReason", reason(all.get(i))))
            .toList();
    return new JsonFields()
        .with("status", decisionStatus())
        .with("summary", summary())
        .with("selectedSolution", leading.map(solution -> solution(solution, selected + 1)))
        .with("rejectedAlternatives", rejected)
        .with("confidenceScore", record.count().convergence().score());
  }

  private boolean certain() {
    return record.count().convergence().score() >= Convergence.CONVERGED_FROM;
  }

  private String decisionStatus() {
    if (!record.count().solutions().isEmpty() && (certain() || material.approval().isPresent())) {
      return "decided";
    }
    return record.count().convergence().recommendation() == Recommendation.USER_INPUT_NEEDED
        ? "conflict"
        : "pending";
  }

  private LocalizedText summary() {
    return material
        .leading()
        .map(
            solution ->
                FileSpelling.say(
                    "%s: %s (%s, %s, convergence %d%%)",
                    certain() ? "Recommended" : "Under consideration",
                    words.label(solution.name()),
                    assessed(solution.effort(), "effort"),
                    assessed(solution.risk(), "risk"),
                    Math.round(record.count().convergence().score() * 100)))
        .orElse(FileSpelling.same("No solution yet: no agent proposed an approach"));
  }

  private static String assessed(Level level, String what) {
    return level == Level.UNKNOWN ? what + " not assessed" : Words.of(level) + " " + what;
  }

  private LocalizedText reason(Solution rejected) {
    Solution leading = material.leading().orElse(rejected);
    return material
        .approval()
        .map(
            by -> FileSpelling.say("%s chose \"%s\" instead", by.by(), words.label(leading.name())))
        .orElseGet(
            () ->
                FileSpelling.say(
                    rejected.score() > leading.score()
                        ? "Ranked lower by vote: score %s against %s"
                        : "Ranked lower: score %s against %s",
                    rejected.score(),
                    leading.score()));
  }

  private JsonFields solution(Solution solution, int number) {
    String slug =
        solution
            .name()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9\\p{IsHan}]+", "-")
            .replaceAll("^-|-$", "");
    return new JsonFields()
        .with("id", "sol-%d%s".formatted(number, slug.isEmpty() ? "" : "-" + slug))
        .with("title", words.label(solution.name()))
        .with("description", words.label(solution.description()))
        .with("pros", words.labels(solution.pros()))
        .with("cons", words.labels(solution.cons()))
        .with("estimatedEffort", FileSpelling.same(assessed(solution.effort(), "effort")))
        .with("risk", solution.risk() == Level.UNKNOWN ? Level.MEDIUM : solution.risk())
        .each("affectedFiles", solution.affectedFiles(), this::affected)
        .with("sourceCLIs", solution.sourceCli());
  }

  private JsonFields affected(CodeLocation file) {
    List<CitedPlace> places =
        TreeFacts.inside(file.file())
            .map(path -> material.cited().getOrDefault(path, List.of()))
            .orElse(List.of());
    return new JsonFields()
        .with("filePath", file.file())
        .with("line", file.line() > 0 ? file.line() : null)
        .with("score", RoundMaterial.anyVerified(places) ? "high" : "low")
        .with("reasoning", words.label(file.reason()));
  }
}
