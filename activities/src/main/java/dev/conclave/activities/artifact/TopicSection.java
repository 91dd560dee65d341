package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.DiscussionTopic;
import dev.conclave.activities.artifact.Sections.ScopeLabels;
import dev.conclave.activities.artifact.Sections.TopicStatus;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.temporal.Cut;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is discussed, and how far the discussion is. */
final class TopicSection {
  private static final int TITLE_LENGTH = 50;
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|$)|[。！？]|\\R");

  private TopicSection() {}

  static DiscussionTopic of(RoundMaterial material, Translations words) {
    SynthesisRecord record = material.record();
    return new DiscussionTopic(
        Phrases.same(title(record.task())),
        Phrases.same(record.task()),
        scope(material, words),
        record.questions().stream().map(question -> words.label(question.question())).toList(),
        status(record),
        Tags.of(
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
}
