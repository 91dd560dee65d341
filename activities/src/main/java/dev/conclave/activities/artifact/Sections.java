package dev.conclave.activities.artifact;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.conclave.activities.artifact.FileWords.Contributors.Contributor;
import dev.conclave.activities.artifact.SourceView.Use;
import dev.conclave.workflows.discussion.Label;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The sections of a round's artifact, as a dashboard reads them; see docs/artifacts.md. */
record Sections(
    Metadata metadata,
    DiscussionTopic discussionTopic,
    RelatedFiles relatedFiles,
    Planning planning,
    DecisionSection decision,
    DecisionRecords decisionRecords) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addModule(new SimpleModule().addSerializer(Enum.class, new WordWriter()))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.USE_DEFAULTS))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  /** How much something matters. */
  enum Grade {
    CRITICAL,
    HIGH,
    MEDIUM,
    LOW
  }

  record Metadata(
      String artifactId,
      int roundId,
      Instant timestamp,
      List<Contributor> contributingAgents,
      double durationSeconds,
      List<String> exportFormats) {}

  enum TopicStatus {
    EXPLORING,
    ANALYZING,
    DEBATING,
    DECIDED,
    BLOCKED
  }

  record ScopeLabels(List<Label> included, List<Label> excluded) {}

  record DiscussionTopic(
      Label title,
      Label description,
      ScopeLabels scope,
      List<Label> keyQuestions,
      TopicStatus status,
      List<String> tags) {}

  enum Modification {
    ADDED,
    MODIFIED,
    DELETED,
    UNCHANGED
  }

  enum NodeType {
    FILE,
    DIRECTORY
  }

  record Snippet(
      int startLine, int endLine, String code, String language, Optional<Label> comment) {}

  /**
   * A file or folder.
   *
   * @param evidence the verdict on the cited places of a file, for readers that show it
   */
  record FileNode(
      String path,
      NodeType type,
      Modification modificationStatus,
      Optional<Grade> impactScore,
      Optional<List<FileNode>> children,
      Optional<Snippet> codeSnippet,
      Optional<String> evidence) {}

  record Impact(String filePath, Optional<Integer> line, Grade score, Label reasoning) {}

  record RelatedFiles(
      List<FileNode> fileTree, List<Use> dependencyGraph, List<Impact> impactSummary) {}

  record Requirement(String id, Label description, Grade priority, String source) {}

  record AcceptanceCriterion(String id, Label description, boolean isMet) {}

  record Planning(
      List<Requirement> functional,
      List<Requirement> nonFunctional,
      List<AcceptanceCriterion> acceptanceCriteria) {}

  enum DecisionStatus {
    PENDING,
    DECIDED,
    CONFLICT
  }

  record SolutionSection(
      String id,
      Label title,
      Label description,
      List<Label> pros,
      List<Label> cons,
      Label estimatedEffort,
      Grade risk,
      List<Impact> affectedFiles,
      List<String> sourceCLIs,
      Optional<Label> rejectionReason) {

    SolutionSection rejected(Label reason) {
      return new SolutionSection(
          id,
          title,
          description,
          pros,
          cons,
          estimatedEffort,
          risk,
          affectedFiles,
          sourceCLIs,
          Optional.of(reason));
    }
  }

  record DecisionSection(
      DecisionStatus status,
      Label summary,
      Optional<SolutionSection> selectedSolution,
      List<SolutionSection> rejectedAlternatives,
      double confidenceScore) {}

  enum EventType {
    PROPOSAL,
    ARGUMENT,
    AGREEMENT,
    DISAGREEMENT,
    DECISION,
    REVERSAL
  }

  enum Reversibility {
    EASILY_REVERSIBLE,
    REQUIRES_REFACTORING,
    IRREVERSIBLE
  }

  enum EvidenceType {
    LINK,
    CODE_SNIPPET,
    LOG_OUTPUT,
    BENCHMARK,
    REFERENCE
  }

  /**
   * What bears an event out.
   *
   * @param content a text, or a {@link Snippet}
   */
  record EventEvidence(EvidenceType type, Object content, Label description) {}

  record Event(
      String eventId,
      Instant timestamp,
      EventType type,
      Contributor contributor,
      Label summary,
      List<EventEvidence> evidence,
      Optional<Reversibility> reversibility) {}

  record DecisionRecords(List<Event> timeline) {}

  static ObjectNode write(Sections sections) {
    return MAPPER.valueToTree(sections);
  }

  @SuppressWarnings("rawtypes")
  private static final class WordWriter extends JsonSerializer<Enum> {
    @Override
    public void serialize(Enum value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(FileWords.of(value));
    }
  }
}
