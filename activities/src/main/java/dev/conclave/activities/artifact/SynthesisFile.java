package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.FileWords.Contributors.Contributor;
import dev.conclave.activities.artifact.Sections.AcceptanceCriterion;
import dev.conclave.activities.artifact.Sections.DecisionRecords;
import dev.conclave.activities.artifact.Sections.DiscussionTopic;
import dev.conclave.activities.artifact.Sections.Grade;
import dev.conclave.activities.artifact.Sections.Metadata;
import dev.conclave.activities.artifact.Sections.Planning;
import dev.conclave.activities.artifact.Sections.Requirement;
import dev.conclave.activities.artifact.Sections.ScopeLabels;
import dev.conclave.activities.artifact.Sections.TopicStatus;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.activities.search.Keywords;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Requirements;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Cut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code rounds/{n}/synthesis.json}: one record, rendered in both shapes that its readers know; see
 * docs/artifacts.md. Pure over the material.
 */
public final class SynthesisFile {
  private static final int TITLE_LENGTH = 50;
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|$)|[。！？]|\\R");
  private static final int MOST_KEYWORDS = 5;
  private static final int MOST_PATTERNS = 3;
  private static final Map<String, Pattern> WORDS = topicWords();
  private static final int FINDINGS_READ = 3;
  private static final int MOST_INFERRED_CONCERNS = 5;
  private static final Pattern OBLIGES = Pattern.compile("(?i)\\b(?:must|should)\\b|必须|应该|应当|需要");

  private SynthesisFile() {}

  /** Renders a round. */
  public static ObjectNode render(RoundMaterial material, SecretFilter secrets) {
    SynthesisRecord record = material.record();
    Translations words = new Translations(record.analyses(), record.ledger());
    Snippets snippets = new Snippets(material.source(), secrets);
    Sections sections =
        new Sections(
            metadata(record),
            topic(material, words),
            new FilesSection(material, words, snippets).render(),
            planning(record.analyses(), words),
            new DecisionRules(material, words).render(),
            new DecisionRecords(new Timeline(material, words, snippets).render()));
    ObjectNode json = Sections.write(sections);
    ObjectNode flat = flat(record);
    json.set(
        "_internal", flat.deepCopy().retain("cli_analyses", "cross_verification", "convergence"));
    json.setAll(flat);
    return json;
  }

  private static Metadata metadata(SynthesisRecord record) {
    List<Contributor> contributors =
        record.analyses().stream()
            .map(Analysis::tool)
            .distinct()
            .map(FileWords.Contributors::agent)
            .toList();
    return new Metadata(
        "%s-round-%d".formatted(record.session(), record.round()),
        record.round(),
        record.finished(),
        contributors,
        Math.max(0, Duration.between(record.started(), record.finished()).toMillis()) / 1000.0,
        List.of("json"));
  }

  static ObjectNode flat(SynthesisRecord record) {
    List<String> languages = record.languages();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("round", record.round());
    json.put("timestamp", record.finished().toString());
    json.putArray("cli_analyses")
        .addAll(record.analyses().stream().map(FileWords::analysis).toList());
    json.set("cli_executions", executions(record.runs()));
    json.putArray("solutions")
        .addAll(record.solutions().stream().map(FileWords::solution).toList());
    json.set(
        "convergence",
        FileWords.convergence(record.convergence(), record.rationale().in(languages)));
    CrossVerification verification = record.crossVerification();
    json.set("cross_verification", FileWords.crossVerification(verification));
    json.set("consensus_points", FileWords.statements(verification.agreements()));
    json.set("clarification_questions", FileWords.questionTexts(record.questions(), languages));
    json.set("questions", FileWords.questions(record.questions(), languages));
    json.set("ledger", FileWords.wire(record.ledger()));
    json.put("user_feedback_incorporated", record.feedback().orElse(null));
    json.set("_metadata", flatMetadata(record));
    return json;
  }

  /** The last attempt of each agent. */
  private static ObjectNode executions(List<AgentRun> runs) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (AgentRun run : runs) {
      ObjectNode execution = json.putObject(run.agent());
      execution.put("status", run.status());
      execution.put(
          "duration_ms",
          run.receipt()
              .map(
                  receipt ->
                      Math.max(0, Duration.between(receipt.start(), receipt.end()).toMillis()))
              .orElse(0L));
      execution.put("model", run.receipt().flatMap(Receipt::model).orElse("unknown"));
      run.reason().ifPresent(reason -> execution.put("reason", reason));
    }
    return json;
  }

  private static ObjectNode flatMetadata(SynthesisRecord record) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set(
        "cli_tools_used",
        FileWords.texts(record.analyses().stream().map(Analysis::tool).distinct().toList()));
    json.set(
        "fallbacks_triggered",
        FileWords.texts(
            record.runs().stream()
                .filter(run -> !run.agent().equals(run.standsFor()))
                .map(run -> run.standsFor() + " → " + run.agent())
                .distinct()
                .toList()));
    json.put("not_cross_verified", record.notCrossVerified());
    json.put("degraded", record.degraded());
    json.set("voters", FileWords.texts(record.voters()));
    json.put("alpha", record.alpha());
    json.set("left_out_of_moderation", FileWords.texts(record.leftOut()));
    return json;
  }

  static DiscussionTopic topic(RoundMaterial material, Translations words) {
    SynthesisRecord record = material.record();
    return new DiscussionTopic(
        Phrases.same(title(record.task())),
        Phrases.same(record.task()),
        scope(material, words),
        record.questions().stream().map(question -> words.label(question.question())).toList(),
        status(record),
        tags(
            record.task(),
            material.context().map(ContextPackage::detectedPatterns).orElse(List.of())));
  }

  /** The first sentence, at most 50 characters of it, then three dots. */
  static String title(String task) {
    String text = task.strip();
    Matcher end = SENTENCE_END.matcher(text);
    String sentence = end.find() && end.start() > 0 ? text.substring(0, end.start()) : text;
    return sentence.codePointCount(0, sentence.length()) <= TITLE_LENGTH
        ? sentence
        : Cut.head(sentence, TITLE_LENGTH).strip() + "...";
  }

  private static TopicStatus status(SynthesisRecord record) {
    Recommendation recommendation = record.convergence().recommendation();
    if (recommendation == Recommendation.CONVERGED) {
      return TopicStatus.DECIDED;
    }
    if (recommendation == Recommendation.USER_INPUT_NEEDED) {
      return TopicStatus.BLOCKED;
    }
    if (record.round() == 1) {
      return TopicStatus.EXPLORING;
    }
    return record.crossVerification().disagreements().stream().anyMatch(Disagreement::open)
        ? TopicStatus.DEBATING
        : TopicStatus.ANALYZING;
  }

  private static ScopeLabels scope(RoundMaterial material, Translations words) {
    Optional<Scope> human =
        material.approval().map(Decision::answer).flatMap(answer -> answer.scope());
    List<Scope> said =
        Stream.concat(
                human.stream(),
                material.record().analyses().stream().flatMap(a -> a.scope().stream()))
            .toList();
    return new ScopeLabels(
        words.labels(distinct(said, Scope::included)),
        words.labels(distinct(said, Scope::excluded)));
  }

  private static List<String> distinct(List<Scope> scopes, Function<Scope, List<String>> part) {
    return scopes.stream().flatMap(scope -> part.apply(scope).stream()).distinct().toList();
  }

  static List<String> tags(String task, List<ContextPackage.Pattern> patterns) {
    Stream<String> topics =
        WORDS.entrySet().stream()
            .filter(topic -> topic.getValue().matcher(task).find())
            .map(Map.Entry::getKey);
    Stream<String> keywords =
        Keywords.of(task).stream().map(word -> word.toLowerCase(Locale.ROOT)).limit(MOST_KEYWORDS);
    Stream<String> names =
        patterns.stream()
            .map(ContextPackage.Pattern::name)
            .filter(name -> !name.isBlank())
            .distinct()
            .limit(MOST_PATTERNS);
    return Stream.concat(Stream.concat(topics, keywords), names).distinct().toList();
  }

  private static Map<String, Pattern> topicWords() {
    Map<String, Pattern> words = new LinkedHashMap<>();
    words.put("auth", word("o?auth|auth[nz]|authenticat\\w*|authori[sz]\\w*", "认证|鉴权|授权|登录"));
    words.put("api", word("apis?", "接口"));
    words.put("database", word("databases?|db", "数据库"));
    words.put("ui", word("ui", "界面"));
    words.put("security", word("security|secure", "安全"));
    words.put("performance", word("performance", "性能"));
    words.put("refactor", word("refactor\\w*", "重构"));
    words.put("bug", word("bugs?|bugfix", "缺陷|漏洞"));
    words.put("feature", word("features?", "功能|特性"));
    return words;
  }

  private static Pattern word(String english, String chinese) {
    return Pattern.compile("(?i)(?<![a-z0-9])(?:%s)(?![a-z0-9])|%s".formatted(english, chinese));
  }

  static Planning planning(List<Analysis> analyses, Translations words) {
    boolean said = analyses.stream().anyMatch(analysis -> analysis.requirements().isPresent());
    Map<String, String> functional =
        said ? stated(analyses, Requirements::functional) : obligations(analyses);
    Map<String, String> nonFunctional =
        said ? stated(analyses, Requirements::nonFunctional) : concerns(analyses);
    return new Planning(
        requirements("FR", functional, Grade.HIGH, words),
        requirements("NFR", nonFunctional, Grade.MEDIUM, words),
        criteria(stated(analyses, Requirements::acceptance), words));
  }

  /** Texts with the source that said them first. */
  private static Map<String, String> stated(
      List<Analysis> analyses, Function<Requirements, List<String>> part) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Analysis analysis : analyses) {
      analysis.requirements().stream()
          .flatMap(requirements -> part.apply(requirements).stream())
          .filter(text -> !text.isBlank())
          .forEach(text -> texts.putIfAbsent(text, Phrases.analysisOf(analysis.tool())));
    }
    return texts;
  }

  private static Map<String, String> obligations(List<Analysis> analyses) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Analysis analysis : analyses) {
      analysis.findings().stream()
          .limit(FINDINGS_READ)
          .filter(finding -> OBLIGES.matcher(finding).find())
          .forEach(finding -> texts.putIfAbsent(finding, Phrases.analysisOf(analysis.tool())));
    }
    return texts;
  }

  private static Map<String, String> concerns(List<Analysis> analyses) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Analysis analysis : analyses) {
      analysis.technicalConcerns().stream()
          .filter(concern -> !concern.isBlank() && texts.size() < MOST_INFERRED_CONCERNS)
          .forEach(concern -> texts.putIfAbsent(concern, Phrases.analysisOf(analysis.tool())));
    }
    return texts;
  }

  private static List<Requirement> requirements(
      String prefix, Map<String, String> texts, Grade priority, Translations words) {
    List<Requirement> requirements = new ArrayList<>();
    texts.forEach(
        (text, source) ->
            requirements.add(
                new Requirement(
                    id(prefix, requirements.size()), words.label(text), priority, source)));
    return List.copyOf(requirements);
  }

  private static List<AcceptanceCriterion> criteria(Map<String, String> texts, Translations words) {
    List<AcceptanceCriterion> criteria = new ArrayList<>();
    texts
        .keySet()
        .forEach(
            text ->
                criteria.add(
                    new AcceptanceCriterion(id("AC", criteria.size()), words.label(text), false)));
    return List.copyOf(criteria);
  }

  private static String id(String prefix, int before) {
    return "%s-%02d".formatted(prefix, before + 1);
  }
}
