package dev.conclave.workflows.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The context package of a planning session, as in {@code context-package.json}.
 *
 * @param map for prompts only; absent from packages of earlier versions
 */
public record ContextPackage(
    String taskDescription,
    String sessionId,
    List<String> keywords,
    List<QueryResult> aceResults,
    List<RelevantFile> relevantFiles,
    List<Pattern> detectedPatterns,
    String architectureInsights,
    String existingImplementations,
    Overview workspace,
    Optional<ContextMap> map) {

  /**
   * A query and its result.
   *
   * @param result in a sentence, or the backend's text, bounded
   */
  public record QueryResult(
      String query, String backend, String result, List<String> files, Instant timestamp) {}

  /**
   * A file that is relevant to the task.
   *
   * @param relevance 0 to 1
   * @param lines best lines, from 1
   */
  public record RelevantFile(
      String path, double relevance, String rationale, List<String> symbols, List<Integer> lines) {}

  /** A framework, tool or pattern of the tree, with the file that shows it. */
  public record Pattern(String name, String kind, String evidence) {}

  /**
   * Summary of the workspace.
   *
   * @param languages file counts by language, highest first
   */
  public record Overview(
      Optional<String> head, boolean dirty, Map<String, Integer> languages, int files) {}
}
