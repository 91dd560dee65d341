package dev.conclave.activities.discussion;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.discussion.EvidenceRules.CitedPlace.CitationKind;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.text.Cut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Which places are cited, and whether they are there; docs/discussion.md, section 3. Pure. */
public final class EvidenceRules {
  static final int NAMED = 20;

  private static final int PATH = 200;

  /** A path with a file extension, then a line; no host with a port, no part of an address. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:^|[^\\w/:.\\\\-])([\\p{Han}\\w.@+\\\\/-]+\\.[A-Za-z]\\w{0,9})(?::|#L)(\\d+)"
              + "(?:[-–]L?\\d{1,9})?");

  private static final Pattern HOST = Pattern.compile("\\.(?:com|org|net|io|local)$");

  /** A place in the brackets that the contract asks for; the file needs no extension there. */
  private static final Pattern BRACKETED =
      Pattern.compile("\\[([^\\[\\]:\\n]+):(\\d+)(?:[-–]\\d{1,9})?\\]");

  /** Brackets at the end of a sentence. */
  private static final Pattern AT_THE_END =
      Pattern.compile("[\\s,;]*[\\[(]([^\\[\\]()\\n]+)[\\])][\\s,;]*(\\.?)\\s*$");

  private static final int LONGEST_PATH = 300;
  private static final int MOST_BRACKETS = 20;

  private EvidenceRules() {}

  /**
   * One place that an agent cited, with the verdict on it.
   *
   * @param line from 1; 0 when only the file was named
   */
  public record CitedPlace(
      String agent, CitationKind source, String claim, String file, int line, Evidence verdict) {

    public enum CitationKind {
      FINDING,
      CODE_LOCATION,
      APPROACH
    }
  }

  /** Every place that a sentence cites as {@code path:line}, in order, none twice. */
  public static List<CodeLocation> citedIn(String sentence) {
    Set<CodeLocation> places = new LinkedHashSet<>();
    collect(BRACKETED.matcher(sentence), path -> true, places);
    collect(
        PLACE.matcher(BRACKETED.matcher(sentence).replaceAll(" ")),
        path -> !HOST.matcher(path).find(),
        places);
    return new ArrayList<>(places);
  }

  private static void collect(Matcher found, Predicate<String> isFile, Set<CodeLocation> places) {
    while (found.find()) {
      String path = found.group(1).strip().replace('\\', '/').replaceFirst("^\\./", "");
      String line = found.group(2);
      if (path.length() <= LONGEST_PATH && line.length() < 10 && isFile.test(path)) {
        places.add(new CodeLocation(path, Integer.parseInt(line), ""));
      }
    }
  }

  /**
   * The sentence without the places cited in brackets at its end. Those inside stay: without them
   * it may say nothing ("x.md:3 says so, y.md:7 says the opposite").
   */
  static String withoutPlaces(String sentence) {
    String rest = sentence;
    for (int i = 0; i < MOST_BRACKETS; i++) {
      Matcher end = AT_THE_END.matcher(rest);
      if (!end.find() || citedIn("[" + end.group(1) + "]").isEmpty()) {
        break;
      }
      rest = rest.substring(0, end.start()) + end.group(2);
    }
    return rest.strip();
  }

  /** Every place that the analyses cite, in order, none twice per agent and claim. */
  static List<CitedPlace> judge(Collection<Analysis> analyses, TreeFacts tree) {
    Set<CitedPlace> judged = new LinkedHashSet<>();
    for (Analysis analysis : analyses) {
      String agent = analysis.tool();
      for (String finding : analysis.findings()) {
        String claim = withoutPlaces(finding);
        citedIn(finding)
            .forEach(place -> judged.add(judge(agent, CitationKind.FINDING, claim, place, tree)));
      }
      for (CodeLocation place : analysis.codeLocations()) {
        judged.add(judge(agent, CitationKind.CODE_LOCATION, place.reason(), place, tree));
      }
      for (Approach approach : analysis.implementationApproaches()) {
        for (CodeLocation place : approach.affectedFiles()) {
          judged.add(judge(agent, CitationKind.APPROACH, place.reason(), place, tree));
        }
      }
    }
    return new ArrayList<>(judged);
  }

  private static CitedPlace judge(
      String agent, CitationKind source, String claim, CodeLocation place, TreeFacts tree) {
    CheckedLocation checked = check(place, tree);
    return new CitedPlace(agent, source, claim, checked.file(), checked.line(), checked.verdict());
  }

  /**
   * A cited place with its path in full, and whether it is there: the file exists and has the line,
   * if one is named. The tree is never asked about a path that leads out of the workspace.
   */
  public static CheckedLocation check(CodeLocation place, TreeFacts tree) {
    Optional<String> path = TreeFacts.inside(place.file()).map(tree::path);
    boolean there = path.filter(file -> tree.lines(file).orElse(-1) >= place.line()).isPresent();
    return new CheckedLocation(
        path.orElse(place.file()), place.line(), there ? Evidence.THERE : Evidence.MISSING);
  }

  /** The places of a round, each counted once, and those that are not there. */
  static CitedPlaces doubted(List<CitedPlace> evidence) {
    Map<String, Boolean> missing = new LinkedHashMap<>();
    for (CitedPlace cited : evidence) {
      boolean absent = cited.verdict() == Evidence.MISSING;
      // A file that an approach would create is no place.
      if (!absent || cited.line() > 0 || cited.source() != CitationKind.APPROACH) {
        String place = Cut.shown(cited.file(), PATH) + (cited.line() > 0 ? ":" + cited.line() : "");
        missing.put(place, absent);
      }
    }
    List<String> gone = missing.keySet().stream().filter(missing::get).toList();
    return new CitedPlaces(missing.size(), gone.size(), gone.stream().limit(NAMED).toList());
  }
}
