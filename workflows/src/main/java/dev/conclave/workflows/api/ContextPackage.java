package dev.conclave.workflows.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The context package of a planning session, as {@code context-package.json} has it.
 *
 * @param map for prompts alone; absent from packages of earlier versions
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
   * One query and what it found.
   *
   * @param result in a sentence, or the backend's text, bounded
   */
  public record QueryResult(
      String query, String backend, String result, List<String> files, Instant timestamp) {}

  /**
   * A file that the task concerns.
   *
   * @param relevance 0 to 1
   * @param lines best lines, from 1
   */
  public record RelevantFile(
      String path, double relevance, String rationale, List<String> symbols, List<Integer> lines) {}

  /** Something the tree is made of or after, with the file that shows it. */
  public record Pattern(String name, String kind, String evidence) {}

  /**
   * The workspace at a glance.
   *
   * @param languages file counts by language, most first
   */
  public record Overview(
      Optional<String> head, boolean dirty, Map<String, Integer> languages, int files) {}
}
