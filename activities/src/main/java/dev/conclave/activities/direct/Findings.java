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
  private static final int WORDS_TOGETHER = 2;

  private final Places places;
  private final Texts texts;
  private final TaskWords task;
  private final List<Place> likely;
  private final List<Phrase> findings = new ArrayList<>();
  private final List<Phrase> concerns = new ArrayList<>();

  Findings(Places places, Texts texts, TaskWords task, List<Place> likely) {
    this.places = places;
    this.texts = texts;
    this.task = task;
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
    configuration(context);
    return findings;
  }

  private void resembling(ContextPackage context) {
    Set<String> said = new HashSet<>();
    likely.forEach(place -> said.add(place.path() + place.name()));
    context.relevantFiles().stream()
        .flatMap(relevant -> places.file(relevant.path()).stream())
        .filter(file -> file.kind() == PathKind.SOURCE)
        .flatMap(
            file ->
                places
                    .named(file)
                    .filter(symbol -> said.add(file.path() + symbol.name()))
                    .limit(1)
                    .map(symbol -> resembling(file, symbol)))
        .limit(MOST_RESEMBLING)
        .forEach(findings::add);
  }

  private static Phrase resembling(IndexedFile file, Symbol symbol) {
    return new Phrase(
            "An existing "
                + Words.of(symbol.kind())
                + " is named with words of the task: `"
                + symbol.name()
                + "`.",
            "已有名称与任务用词相同的实现：`" + symbol.name() + "`。")
        .citing(file.path(), symbol.line());
  }

  private void build(ContextPackage context) {
    context.detectedPatterns().stream()
        .filter(pattern -> pattern.kind().equals("build-system"))
        .filter(pattern -> places.file(pattern.evidence()).isPresent())
        .findFirst()
        .ifPresent(
            pattern ->
                findings.add(
                    new Phrase(
                            pattern.evidence() + " is a build file of " + pattern.name() + ".",
                            pattern.evidence() + " 是 " + pattern.name() + " 的构建文件。")
                        .citing(pattern.evidence(), 1)));
  }

  /** One word of the task in a line is chance, two are said together; a comment sets nothing. */
  private void configuration(ContextPackage context) {
    for (RelevantFile relevant : context.relevantFiles()) {
      Optional<IndexedFile> file =
          places.file(relevant.path()).filter(f -> f.language() == Language.CONFIGURATION);
      List<String> lines = file.map(texts::uncommented).orElse(List.of());
      for (int line : relevant.lines()) {
        Set<String> said = line <= lines.size() ? task.saidIn(lines.get(line - 1)) : Set.of();
        if (said.size() >= WORDS_TOGETHER) {
          String words = "`" + String.join("`, `", said) + "`";
          findings.add(
              new Phrase(
                      "A configuration file says " + words + ": " + relevant.path() + ".",
                      "有配置文件提到 " + words + "：" + relevant.path() + "。")
                  .citing(relevant.path(), line));
          return;
        }
      }
    }
  }
}
