package dev.conclave.client.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.conclave.workflows.model.LocalizedText;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The user-facing sections of {@code synthesis.json}; see docs/artifacts.md. */
@JsonNaming(LowerCamelCaseStrategy.class)
public record Artifact(
    Topic discussionTopic,
    Files relatedFiles,
    Planning planning,
    Decision decision,
    Records decisionRecords) {

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Topic(
      Scope scope, List<LocalizedText> keyQuestions, String status, List<String> tags) {}

  public record Scope(List<LocalizedText> included, List<LocalizedText> excluded) {
    public boolean isSaid() {
      return !included.isEmpty() || !excluded.isEmpty();
    }
  }

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Files(
      List<FileNode> fileTree, List<Dependency> dependencyGraph, List<Impact> impactSummary) {

    private static final List<String> SCORES = List.of("critical", "high", "medium", "low");

    /** Merges the files of several rounds; the first entry with details of a file wins. */
    public static Files of(List<Files> rounds) {
      List<FileNode> trees = rounds.stream().flatMap(one -> one.fileTree().stream()).toList();
      Map<String, Impact> impacts = new LinkedHashMap<>();
      Set<Dependency> dependencies = new LinkedHashSet<>();
      for (Files round : rounds) {
        round.impactSummary().forEach(one -> impacts.putIfAbsent(one.filePath(), one));
        dependencies.addAll(round.dependencyGraph());
      }
      return new Files(
          FileNode.merged(trees),
          List.copyOf(dependencies),
          impacts.values().stream()
              .sorted(Comparator.comparing(one -> SCORES.indexOf(one.score())))
              .toList());
    }

    /**
     * Returns the tree of the files that agents cite or options change; of all if there are none.
     */
    public List<FileNode> first() {
      List<FileNode> first = FileNode.only(fileTree, this::matters);
      return first.isEmpty() ? fileTree : first;
    }

    /** Returns the files that merely match the task. */
    public List<FileNode> rest() {
      return first().equals(fileTree) ? List.of() : FileNode.only(fileTree, one -> !matters(one));
    }

    public int restCount() {
      return FileNode.count(rest());
    }

    private boolean matters(FileNode one) {
      return !one.modificationStatus().equals("unchanged")
          || one.codeSnippet() != null
          || !impactOn(one.path()).isEmpty();
    }

    /** Returns the score of a file; empty if no agent named it. */
    public String impactOn(String path) {
      return impactSummary.stream()
          .filter(one -> one.filePath().equals(path))
          .map(Impact::score)
          .findFirst()
          .orElse("");
    }
  }

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record FileNode(
      String path,
      String type,
      String modificationStatus,
      @Nullable Snippet codeSnippet,
      List<FileNode> children,
      String evidence) {
    private static List<FileNode> merged(List<FileNode> nodes) {
      Map<String, FileNode> merged = new TreeMap<>();
      nodes.forEach(node -> merged.merge(node.path(), node, FileNode::with));
      return List.copyOf(merged.values());
    }

    private FileNode with(FileNode other) {
      FileNode more = modificationStatus.equals("unchanged") ? other : this;
      List<FileNode> both = Stream.of(children, other.children).flatMap(List::stream).toList();
      return new FileNode(
          path,
          type,
          more.modificationStatus,
          more.codeSnippet == null ? other.codeSnippet : more.codeSnippet,
          merged(both),
          more.evidence);
    }

    private static List<FileNode> only(List<FileNode> nodes, Predicate<FileNode> which) {
      return nodes.stream()
          .map(
              node ->
                  new FileNode(
                      node.path,
                      node.type,
                      node.modificationStatus,
                      node.codeSnippet,
                      only(node.children, which),
                      node.evidence))
          .filter(node -> node.isFolder() ? !node.children.isEmpty() : which.test(node))
          .toList();
    }

    private static int count(List<FileNode> nodes) {
      return nodes.stream().mapToInt(node -> node.isFolder() ? count(node.children) : 1).sum();
    }

    public String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether it is cited, but does not exist; files that the plan adds need not. */
    public boolean isMissing() {
      return "missing".equals(evidence) && !Set.of("added", "new").contains(modificationStatus);
    }

    public boolean isFolder() {
      return type.equals("directory");
    }
  }

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Snippet(
      int startLine, int endLine, String code, String language, @Nullable LocalizedText comment) {
    public List<String> lines() {
      return code.lines().toList();
    }
  }

  public record Dependency(String source, String target, String relationship) {}

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Impact(String filePath, int line, String score, LocalizedText reasoning) {}

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Planning(
      List<Requirement> functional,
      List<Requirement> nonFunctional,
      List<Criterion> acceptanceCriteria) {
    public boolean isSaid() {
      return !functional.isEmpty() || !nonFunctional.isEmpty() || !acceptanceCriteria.isEmpty();
    }
  }

  public record Requirement(String id, LocalizedText description, String priority, String source) {}

  /** An acceptance criterion; {@code isMet} is set after execution. */
  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Criterion(String id, LocalizedText description, boolean isMet) {}

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Decision(
      String status, LocalizedText summary, List<Rejected> rejectedAlternatives) {

    public Optional<LocalizedText> rejection(String solution) {
      return rejectedAlternatives.stream()
          .filter(one -> one.title().en().equals(solution))
          .map(Rejected::rejectionReason)
          .findFirst();
    }
  }

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Rejected(LocalizedText title, LocalizedText rejectionReason) {}

  public record Records(List<Event> timeline) {}

  @JsonNaming(LowerCamelCaseStrategy.class)
  public record Event(
      Instant timestamp,
      String type,
      Contributor contributor,
      LocalizedText summary,
      List<Proof> evidence,
      String reversibility) {}

  public record Contributor(String name, String id) {}

  /** The evidence of an event: lines of code, or text. */
  public record Proof(String type, JsonNode content, LocalizedText description) {
    public boolean isCode() {
      return content.isObject();
    }

    public int line() {
      return content.path("startLine").asInt(1);
    }

    public List<String> lines() {
      return content.path("code").asText().lines().toList();
    }

    public String text() {
      return content.asText();
    }
  }
}
