package dev.conclave.activities.direct;

import dev.conclave.activities.search.history.Commit;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be said of likely places, each sentence with the line that shows it. */
final class Findings {
  private static final int MOST_RESEMBLING = 3;
  private static final int HOT = 8;

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
    likely.forEach(this::place);
    resembling(context);
    likely.forEach(this::tests);
    likely.forEach(this::history);
    likely.forEach(this::marks);
    build(context);
    return findings;
  }

  private void place(Place place) {
    int users = place.users().size();
    findings.add(
        new Phrase(
                "`" + place.name() + "` is a likely place; " + files(users) + " it.",
                "`" + place.name() + "` 是可能的修改位置；有 " + users + " 个文件使用它。")
            .citing(place.path(), place.line()));
    if (users > 0) {
      Place.Use first = place.users().get(0);
      findings.add(
          new Phrase(
                  "`" + stem(first.path()) + "` depends on `" + place.file().stem() + "`.",
                  "`" + stem(first.path()) + "` 依赖 `" + place.file().stem() + "`。")
              .citing(first.path(), first.line()));
    }
    if (users >= HOT) {
      concerns.add(
          new Phrase(
                  users + " files use `" + place.name() + "`: its signature is hard to change.",
                  "有 " + users + " 个文件使用 `" + place.name() + "`：其签名难以修改。")
              .citing(place.path(), place.line()));
    }
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

  private void tests(Place place) {
    if (place.tests().isEmpty()) {
      if (place.file().language().isCode()) {
        Phrase none =
            new Phrase(
                    "No test imports or names `" + place.name() + "`'s file.",
                    "没有测试引用 `" + place.name() + "` 所在的文件。")
                .citing(place.path(), place.line());
        findings.add(none);
        concerns.add(none);
      }
      return;
    }
    Place.Use first = place.tests().get(0);
    int more = place.tests().size() - 1;
    findings.add(
        new Phrase(
                "`"
                    + stem(first.path())
                    + "` tests `"
                    + place.file().stem()
                    + "`"
                    + (more > 0 ? ", and so do " + more + " more." : "."),
                "`"
                    + stem(first.path())
                    + "` 测试 `"
                    + place.file().stem()
                    + "`"
                    + (more > 0 ? "，另有 " + more + " 个文件。" : "。"))
            .citing(first.path(), first.line()));
  }

  private void history(Place place) {
    int changes = place.commits().size();
    if (changes < 2) {
      return;
    }
    Commit latest = place.commits().get(0);
    findings.add(
        new Phrase(
                "`"
                    + place.name()
                    + "`'s file changed in "
                    + changes
                    + " commits, last: “"
                    + quoted(latest)
                    + "”.",
                "`"
                    + place.name()
                    + "` 所在的文件在 "
                    + changes
                    + " 次提交中被修改，最近一次：“"
                    + quoted(latest)
                    + "”。")
            .citing(place.path(), place.line()));
    for (Place.CoChange other : place.together().stream().limit(1).toList()) {
      findings.add(
          new Phrase(
                  "`"
                      + place.name()
                      + "`'s file changed together with "
                      + other.path()
                      + " in "
                      + other.times()
                      + " of them.",
                  "其中 " + other.times() + " 次与 " + other.path() + " 一同修改（`" + place.name() + "`）。")
              .citing(place.path(), place.line()));
    }
  }

  private void marks(Place place) {
    for (Place.Mark mark : place.todos()) {
      findings.add(
          new Phrase(
                  "Left unfinished nearby: “" + mark.text() + "”.",
                  "附近有未完成的标记：“" + mark.text() + "”。")
              .citing(place.path(), mark.line()));
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

  private static String quoted(Commit commit) {
    return Cut.shown(commit.subject(), 80);
  }

  private static String files(int n) {
    return n == 0 ? "no other file uses" : n == 1 ? "1 other file uses" : n + " other files use";
  }

  static String stem(String path) {
    return PathKind.stem(path.substring(path.lastIndexOf('/') + 1));
  }
}
