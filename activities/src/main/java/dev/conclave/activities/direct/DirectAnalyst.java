package dev.conclave.activities.direct;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.OpenSearch;
import dev.conclave.activities.search.SearchScope;
import dev.conclave.workflows.agent.AgentStatus;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.wire.WireMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The analyst that needs no model and no network: what can honestly be said from the index, the
 * imports, the tests and the Git history; see docs/agents.md. The same tree and task always give
 * the same analysis. It is no substitute for a model, and says so; it never votes. Thread-safe.
 */
public final class DirectAnalyst {
  /** The agent's name. */
  public static final String NAME = AgentStatus.DIRECT;

  /** Its perspective. */
  public static final String PERSPECTIVE = "direct-analysis";

  private static final Phrase NO_SUBSTITUTE =
      new Phrase(
          "No model was asked: this is static analysis and no substitute for an agent's reading of"
              + " the code.",
          "未调用任何模型：这是静态分析，不能替代代理对代码的阅读。");

  private final CodeSearch search;

  /** An analyst over the embedded search. */
  public DirectAnalyst(CodeSearch search) {
    this.search = search;
  }

  /**
   * Analyzes a task.
   *
   * @param context what a search for it found
   * @param step run before each file is read; what it throws ends the analysis
   * @throws IOException when the tree cannot be read
   */
  public Analysis analyze(String task, SearchScope scope, ContextPackage context, Runnable step)
      throws IOException {
    try (OpenSearch open = search.open(scope)) {
      Texts texts = new Texts(scope.tree(), step);
      TaskWords words = new TaskWords(task);
      Places places = new Places(open, texts, words);
      List<Place> likely = places.likely(context.relevantFiles());
      Findings findings = new Findings(places, texts, words, likely);
      List<Phrase> found = findings.findings(context);
      List<Phrase> concerns = new ArrayList<>(findings.concerns());
      concerns.add(NO_SUBSTITUTE);
      List<Proposal> proposals = new Proposals(places, texts, likely).of(task);
      return analysis(likely, found, concerns, proposals);
    }
  }

  private static Analysis analysis(
      List<Place> likely, List<Phrase> findings, List<Phrase> concerns, List<Proposal> proposals) {
    return new Analysis(
        NAME,
        PERSPECTIVE,
        feasibility(likely),
        findings.stream().map(Phrase::en).toList(),
        proposals.stream().map(Proposal::approach).toList(),
        concerns.stream().map(Phrase::en).toList(),
        locations(likely),
        Optional.empty(),
        Optional.empty(),
        Optional.of(chinese(findings, concerns, proposals)),
        List.of(),
        false,
        true,
        List.of(),
        Optional.empty());
  }

  /**
   * Half when nothing is known; up with a place that has tests, down with many users or none of
   * either. Never beyond 0.7: nobody has understood the task.
   */
  private static double feasibility(List<Place> likely) {
    if (likely.isEmpty()) {
      return 0.3;
    }
    Place best = likely.get(0);
    double score = 0.5;
    score += best.isGuarded() ? 0.1 : -0.05;
    score += best.adaptable().size() >= 8 ? -0.1 : 0.05;
    score += best.commits().size() >= 2 ? 0.05 : 0;
    return Math.round(score * 100) / 100.0;
  }

  private static List<CodeLocation> locations(List<Place> likely) {
    Map<String, CodeLocation> locations = new LinkedHashMap<>();
    for (Place place : likely) {
      String reason = place.role() + ": " + place.why();
      locations.put(place.path(), new CodeLocation(place.path(), place.line(), reason));
    }
    for (Place place : likely) {
      place.tests().stream()
          .limit(1)
          .map(t -> new CodeLocation(t.path(), t.line(), PlaceFindings.shows(t, place)))
          .forEach(location -> locations.putIfAbsent(location.file(), location));
    }
    return List.copyOf(locations.values());
  }

  private static JsonNode chinese(
      List<Phrase> findings, List<Phrase> concerns, List<Proposal> proposals) {
    ObjectNode zh = WireMapper.get().createObjectNode();
    add(zh.putArray("findings"), findings);
    add(zh.putArray("technical_concerns"), concerns);
    ArrayNode approaches = zh.putArray("implementation_approaches");
    for (Proposal proposal : proposals) {
      ObjectNode approach = approaches.addObject();
      approach.put("name", proposal.name().zh());
      approach.put("description", proposal.description().zh());
      add(approach.putArray("pros"), proposal.pros());
      add(approach.putArray("cons"), proposal.cons());
    }
    return zh;
  }

  private static void add(ArrayNode array, List<Phrase> phrases) {
    phrases.forEach(phrase -> array.add(phrase.zh()));
  }
}
