package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be said of likely places, each sentence with the line that shows it. */
final class Findings {
  private static final int MOST_RESEMBLING = 3;

  private final Places places;
  private final List<Place> likely;
  private final List<Phrase> findings = new ArrayList<>();
  private final List<Phrase> concerns = new ArrayList<>();

  Findings(Places places, List<Place> likely) {
    this.places = places;
    this.likely = likely;
  }

  List<Phrase> concerns() {
    return concerns;
  }

  List<Phrase> findings(ContextPackage context) {
    if (likely.isEmpty()) {
      findings.add(
          new Phrase(
              "Nothing in the tree is named or written like the task; name a file, a symbol or a"
                  + " word that the code uses.",
              "代码中没有与任务相符的名称或文字；请指出代码里出现的文件、符号或词语。"));
    }
    PlaceFindings of = new PlaceFindings(findings, concerns);
    likely.forEach(of::users);
    resembling(context);
    likely.forEach(of::tests);
    likely.forEach(of::history);
    likely.forEach(of::marks);
    build(context);
    return findings;
  }

  private void resembling(ContextPackage context) {
    Set<String> said = new HashSet<>();
    likely.forEach(place -> said.add(place.path() + place.name()));
    int count = 0;
    for (RelevantFile relevant : context.relevantFiles()) {
      Optional<IndexedFile> file =
          places.file(relevant.path()).filter(f -> f.kind() == PathKind.SOURCE);
      if (file.isEmpty() || count >= MOST_RESEMBLING) {
        continue;
      }
      Optional<Symbol> symbol =
          file.get().symbols().stream()
              .filter(s -> relevant.symbols().contains(s.name()))
              .filter(s -> s.kind() != Symbol.Kind.VALUE)
              .filter(s -> said.add(relevant.path() + s.name()))
              .findFirst();
      if (symbol.isPresent()) {
        count++;
        Symbol found = symbol.get();
        findings.add(
            new Phrase(
                    "An existing "
                        + Words.of(found.kind())
                        + " resembles the task: `"
                        + found.name()
                        + "`.",
                    "已有与任务相近的实现：`" + found.name() + "`。")
                .citing(relevant.path(), found.line()));
      }
    }
  }

  private void build(ContextPackage context) {
    for (ContextPackage.Pattern pattern : context.detectedPatterns()) {
      String file = pattern.evidence().replaceFirst(":\\d+$", "");
      if (pattern.kind().equals("build-system") && places.file(file).isPresent()) {
        findings.add(
            new Phrase(
                    pattern.name() + " builds it: " + file + ".",
                    "由 " + pattern.name() + " 构建：" + file + "。")
                .citing(file, 1));
        break;
      }
    }
    context.relevantFiles().stream()
        .filter(
            f ->
                places
                    .file(f.path())
                    .filter(x -> x.language() == Language.CONFIGURATION)
                    .isPresent())
        .filter(f -> !f.lines().isEmpty() && f.relevance() >= 0.3)
        .findFirst()
        .ifPresent(
            f ->
                findings.add(
                    new Phrase(
                            "A configuration file speaks of it: " + f.path() + ".",
                            "有配置文件涉及：" + f.path() + "。")
                        .citing(f.path(), f.lines().get(0))));
  }
}
