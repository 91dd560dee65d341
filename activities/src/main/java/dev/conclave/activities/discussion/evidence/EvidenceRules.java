package dev.conclave.activities.discussion.evidence;

import dev.conclave.activities.Passing;
import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.CitedPlace.Source;
import dev.conclave.activities.discussion.similarity.words.SignificantWords;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whether cited places bear out what is said of them; docs/discussion.md, section 3. */
public final class EvidenceRules {
  private EvidenceRules() {}

  /**
   * The verdict on every place that the analyses cite, in order, none twice per agent and claim.
   */
  public static List<CitedPlace> judge(Collection<Analysis> analyses, TreeFacts tree) {
    Set<CitedPlace> judged = new LinkedHashSet<>();
    for (Analysis analysis : analyses) {
      List<String> findings = new ArrayList<>(analysis.findings());
      analysis.crossVerification().ifPresent(review -> findings.addAll(review.additions()));
      for (String finding : findings) {
        Passing.requireWanted();
        String claim = Citations.without(finding);
        for (CodeLocation place : Citations.in(finding)) {
          judged.add(judge(analysis.tool(), Source.FINDING, claim, place, tree));
        }
      }
      for (CodeLocation place : analysis.codeLocations()) {
        judged.add(judge(analysis.tool(), Source.CODE_LOCATION, place.reason(), place, tree));
      }
      for (Approach approach : analysis.implementationApproaches()) {
        for (CodeLocation place : approach.affectedFiles()) {
          judged.add(judge(analysis.tool(), Source.APPROACH, place.reason(), place, tree));
        }
      }
    }
    return new ArrayList<>(judged);
  }

  private static CitedPlace judge(
      String agent, Source source, String claim, CodeLocation place, TreeFacts tree) {
    Evidence verdict = verdict(claim, place, tree);
    return new CitedPlace(agent, source, claim, place.file(), place.line(), verdict);
  }

  private static Evidence verdict(String claim, CodeLocation place, TreeFacts tree) {
    return within(place.file())
        ? verdict(claim, place.line(), tree.at(place.file(), place.line()))
        : Evidence.MISSING;
  }

  /**
   * Judges the facts about one place: missing without the file; unsupported when the line is out of
   * range or no significant word of the claim stands near it; verified otherwise. A claim without
   * any word is borne out by the place alone.
   */
  public static Evidence verdict(String claim, int line, LocationFacts facts) {
    if (!facts.exists()) {
      return Evidence.MISSING;
    }
    if (line < 1 || line > facts.lines()) {
      return Evidence.UNSUPPORTED;
    }
    Set<String> words = SignificantWords.of(claim);
    if (words.isEmpty()) {
      return claim.isBlank() ? Evidence.VERIFIED : Evidence.UNSUPPORTED;
    }
    Set<String> there = SignificantWords.of(String.join("\n", facts.near()));
    return words.stream().anyMatch(there::contains) ? Evidence.VERIFIED : Evidence.UNSUPPORTED;
  }

  /** Whether a path stays inside the workspace; the tree is never asked about one that does not. */
  static boolean within(String file) {
    boolean absolute = file.startsWith("/") || file.startsWith("~") || file.matches("^[A-Za-z]:.*");
    boolean climbs = Arrays.asList(file.split("[/\\\\]", -1)).contains("..");
    return !file.isBlank() && !absolute && !climbs && file.indexOf('\0') < 0;
  }
}
