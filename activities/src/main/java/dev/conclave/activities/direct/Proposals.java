package dev.conclave.activities.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The two approaches that static analysis can honestly name: extend what is there, or add a module
 * beside it. Effort counts affected files and users; risk counts users and missing tests.
 */
final class Proposals {
  private static final Pattern REPAIR =
      Pattern.compile(
          "\\b(?:fix(?:e[sd])?|bugs?|crash(?:es)?|broken|regression|repair)\\b|修复|崩溃|缺陷",
          Pattern.CASE_INSENSITIVE);

  private final Places places;
  private final Texts texts;
  private final List<Place> likely;

  Proposals(Places places, Texts texts, List<Place> likely) {
    this.places = places;
    this.texts = texts;
    this.likely = likely;
  }

  List<Proposal> of(String task) {
    if (likely.isEmpty()) {
      return List.of();
    }
    List<Proposal> proposals = new ArrayList<>();
    proposals.add(new Extension(likely).of(likely.get(0)));
    // To repair something by adding a module beside it is no honest option.
    if (!REPAIR.matcher(task).find() && likely.get(0).file().language().isCode()) {
      new Addition(places, texts).beside(likely.get(0)).ifPresent(proposals::add);
    }
    return proposals;
  }
}
