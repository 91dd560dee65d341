package dev.conclave.activities.discussion;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.discussion.CitedPlace.Source;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Whether cited places are there; docs/discussion.md, section 3. Pure. */
public final class EvidenceRules {
  private EvidenceRules() {}

  /**
   * The verdict on every place that the analyses cite, in order, none twice per agent and claim.
   */
  public static List<CitedPlace> judge(Collection<Analysis> analyses, TreeFacts tree) {
    Set<CitedPlace> judged = new LinkedHashSet<>();
    for (Analysis analysis : analyses) {
      for (String finding : analysis.findings()) {
        ActivityFailures.checkInterrupted();
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
    CheckedLocation checked = check(place, tree);
    return new CitedPlace(agent, source, claim, checked.file(), checked.line(), checked.verdict());
  }

  /**
   * A cited place with its path in full, and whether it is there: the file exists and has the line,
   * if one is named.
   */
  public static CheckedLocation check(CodeLocation place, TreeFacts tree) {
    if (!within(place.file())) {
      return new CheckedLocation(place.file(), place.line(), Evidence.MISSING);
    }
    String path = tree.path(place.file());
    OptionalInt lines = tree.lines(path);
    boolean there = lines.isPresent() && place.line() <= lines.getAsInt();
    return new CheckedLocation(path, place.line(), there ? Evidence.THERE : Evidence.MISSING);
  }

  /** Whether a path stays inside the workspace; the tree is never asked about one that does not. */
  static boolean within(String file) {
    boolean absolute = file.startsWith("/") || file.startsWith("~") || file.matches("^[A-Za-z]:.*");
    boolean climbs = Arrays.asList(file.split("[/\\\\]", -1)).contains("..");
    return !file.isBlank() && !absolute && !climbs && file.indexOf('\0') < 0;
  }
}
