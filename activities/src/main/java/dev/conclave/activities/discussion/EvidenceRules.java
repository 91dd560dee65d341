package dev.conclave.activities.discussion;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.discussion.EvidenceRules.CitedPlace.CitationKind;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.text.Cut;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Finds citations and checks whether they exist; docs/discussion.md, section 3. Pure. */
public final class EvidenceRules {
  static final int NAMED = 20;

  private static final int PATH = 200;

  /** A path with a file extension, then a line; not a host with a port or part of an address. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:^|[^\\w/:.\\\\-])(?<path>[\\p{Han}\\w.@+\\\\/-]+\\.[A-Za-z]\\w{0,9})(?::|#L)(?<line>\\d+)"
              + "(?:[-–]L?\\d{1,9})?");

  private static final Pattern HOST = Pattern.compile("\\.(?:com|org|net|io|local)$");

  /**
   * A citation in the brackets that the prompt requests, or a slice of quoted code, such as {@code
   * rows[3:4]}.
   */
  private static final Pattern BRACKETED =
      Pattern.compile(
          "(?<indexed>[\\w)\\]])?\\[(?<path>[^\\[\\]:\\n]+):(?<line>\\d+)(?:[-–]\\d{1,9})?\\]");

  /** A file name without an extension, which is shown to be one only by the brackets around it. */
  private static final Pattern BARE = Pattern.compile("\\s*\\p{L}{3}[^./\\\\]*");

  /** A line number after a path: {@code :3}, {@code #L3-L5}, {@code , line 3}, {@code 第3行}. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?i)(?:\\s?[:：]\\s?L?|#L|[,，]?\\s+[(（]?(?:at |on )?lines?\\s+|\\s?[(（]?第\\s?)(\\d{1,9})\\b(?:\\s?[-–~]\\s?L?\\d{1,9})?");

  private static final String QUOTES = "`\"'*’”」』";
  private static final Pattern NUMBERED = Pattern.compile("\\S:\\d+(?:[-–]\\d+)?$");
  private static final Pattern END = Pattern.compile("[\\s,;]*$");
  private static final Set<Character.UnicodeScript> SPACELESS =
      EnumSet.of(
          Character.UnicodeScript.HAN,
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA,
          Character.UnicodeScript.HANGUL,
          Character.UnicodeScript.THAI);

  private static final int LONGEST_PATH = 300;
  private static final int MOST_BRACKETS = 20;

  private EvidenceRules() {}

  /**
   * An agent's citation, with the verdict on it.
   *
   * @param line from 1; 0 if only the file was named
   */
  public record CitedPlace(
      String agent, CitationKind source, String claim, String file, int line, Evidence verdict) {

    public enum CitationKind {
      FINDING,
      CODE_LOCATION,
      APPROACH
    }
  }

  /** Returns the citations {@code path:line} in a sentence, in order, without duplicates. */
  public static List<CodeLocation> citedIn(String sentence) {
    return citedIn(sentence, any -> OptionalInt.empty());
  }

  /**
   * Returns the citations in a sentence, given the tree. Before a line number, the longest path of
   * the tree counts, whatever characters it has.
   */
  public static List<CodeLocation> citedIn(String sentence, TreeFacts tree) {
    String text = Normalizer.normalize(sentence, Normalizer.Form.NFC);
    StringBuilder rest = new StringBuilder(text);
    SortedMap<Integer, CodeLocation> places = new TreeMap<>();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      int end = line.start();
      while (end > 0 && QUOTES.indexOf(text.charAt(end - 1)) >= 0) {
        end--;
      }
      OptionalInt start = start(text, end, tree);
      if (start.isPresent()) {
        String path = tree.named(text.substring(start.getAsInt(), end)).orElseThrow();
        places.put(start.getAsInt(), new CodeLocation(path, Integer.parseInt(line.group(1)), ""));
        blank(rest, start.getAsInt(), line.end());
      }
    }
    Matcher bracketed = BRACKETED.matcher(rest.toString());
    collect(bracketed, one -> !isSlice(one), places);
    bracketed.reset();
    while (bracketed.find()) {
      blank(rest, bracketed.start(), bracketed.end());
    }
    collect(PLACE.matcher(rest.toString()), one -> !HOST.matcher(one.group("path")).find(), places);
    return places.values().stream().distinct().toList();
  }

  private static boolean isSlice(Matcher bracketed) {
    String path = bracketed.group("path");
    boolean isPath =
        path.chars().anyMatch(Character::isLetter)
            && path.chars().anyMatch(one -> "./\\".indexOf(one) >= 0);
    return !isPath && (bracketed.group("indexed") != null || !BARE.matcher(path).matches());
  }

  private static void blank(StringBuilder text, int from, int to) {
    text.replace(from, to, " ".repeat(to - from));
  }

  /** Returns the start of the longest tree path that ends before a character. */
  private static OptionalInt start(String text, int end, TreeFacts tree) {
    return IntStream.range(Math.max(0, end - LONGEST_PATH), end)
        .filter(at -> at == 0 || !belongsToPath(text.charAt(at - 1)))
        .filter(at -> tree.named(text.substring(at, end)).isPresent())
        .findFirst();
  }

  /**
   * Returns whether a path could continue to the left. Scripts without spaces may directly precede
   * a path.
   */
  private static boolean belongsToPath(char before) {
    return "_./\\-".indexOf(before) >= 0
        || (Character.isLetterOrDigit(before)
            && !SPACELESS.contains(Character.UnicodeScript.of(before)));
  }

  private static void collect(
      Matcher found, Predicate<Matcher> isFile, SortedMap<Integer, CodeLocation> places) {
    while (found.find()) {
      String path = found.group("path").strip().replace('\\', '/').replaceFirst("^\\./", "");
      String line = found.group("line");
      if (path.length() <= LONGEST_PATH && line.length() < 10 && isFile.test(found)) {
        places.put(found.start("path"), new CodeLocation(path, Integer.parseInt(line), ""));
      }
    }
  }

  /**
   * Strips citations in brackets from the end of a sentence. Keeps those inside, without which it
   * may say nothing ("x.md:3 says so, y.md:7 says the opposite").
   */
  static String withoutPlaces(String sentence) {
    String rest = sentence;
    for (int i = 0; i < MOST_BRACKETS; i++) {
      String end = rest.stripTrailing();
      boolean stopped = end.endsWith(".");
      end = stopped ? end.substring(0, end.length() - 1).stripTrailing() : end;
      int open = opening(end);
      if (open < 0 || !isPlace(end.substring(open + 1, end.length() - 1))) {
        break;
      }
      rest = END.matcher(end.substring(0, open)).replaceFirst("") + (stopped ? "." : "");
    }
    return rest.strip();
  }

  /** Returns where the bracket at the end of a text opens; -1 without one. */
  private static int opening(String text) {
    int depth = 0;
    if (text.endsWith("]") || text.endsWith(")")) {
      for (int i = text.length() - 1; i >= 0 && text.charAt(i) != '\n'; i--) {
        depth += ")]".indexOf(text.charAt(i)) >= 0 ? 1 : "([".indexOf(text.charAt(i)) >= 0 ? -1 : 0;
        if (depth == 0) {
          return i;
        }
      }
    }
    return -1;
  }

  private static boolean isPlace(String bracketed) {
    return !citedIn("[" + bracketed + "]").isEmpty()
        || (bracketed.contains("/") && NUMBERED.matcher(bracketed).find());
  }

  /** Returns the citations of analyses, in order, without duplicates per agent and claim. */
  static List<CitedPlace> judge(Collection<Analysis> analyses, TreeFacts tree) {
    Set<CitedPlace> judged = new LinkedHashSet<>();
    for (Analysis analysis : analyses) {
      String agent = analysis.tool();
      for (String finding : analysis.findings()) {
        String claim = withoutPlaces(finding);
        citedIn(finding, tree)
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
   * Resolves the path of a citation and checks it: the file must exist and have the line, if one is
   * named. Never asks the tree about a path outside the workspace.
   */
  public static CheckedLocation check(CodeLocation place, TreeFacts tree) {
    Optional<String> path = TreeFacts.inside(place.file()).map(tree::path);
    boolean there = path.filter(file -> tree.lines(file).orElse(-1) >= place.line()).isPresent();
    return new CheckedLocation(
        path.orElse(place.file()), place.line(), there ? Evidence.THERE : Evidence.MISSING);
  }

  /** Counts a round's citations, each once, and lists the missing ones. */
  public static CitationCheck citations(List<CitedPlace> evidence) {
    Map<String, Boolean> missing = new LinkedHashMap<>();
    for (CitedPlace cited : evidence) {
      boolean absent = cited.verdict() == Evidence.MISSING;
      // A file that an approach would create is not a citation.
      if (!absent || cited.line() > 0 || cited.source() != CitationKind.APPROACH) {
        String place =
            Cut.shorten(cited.file(), PATH) + (cited.line() > 0 ? ":" + cited.line() : "");
        missing.put(place, absent);
      }
    }
    List<String> gone = missing.keySet().stream().filter(missing::get).toList();
    return new CitationCheck(missing.size(), gone.size(), gone.stream().limit(NAMED).toList());
  }
}
