package dev.conclave.activities.direct;

import dev.conclave.activities.search.history.Commit;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.wire.Cut;
import java.util.List;

/** What can be said of one likely place: its users, tests, history and marks. */
final class PlaceFindings {
  /** From so many users on a signature is hard to change. */
  private static final int HOT = 8;

  private final List<Phrase> findings;
  private final List<Phrase> concerns;

  /**
   * A teller.
   *
   * @param findings takes what is found
   * @param concerns takes what of it is worrying
   */
  PlaceFindings(List<Phrase> findings, List<Phrase> concerns) {
    this.findings = findings;
    this.concerns = concerns;
  }

  void users(Place place) {
    int users = place.users().size();
    findings.add(
        new Phrase(
                "`"
                    + place.name()
                    + "` is a likely place"
                    + (users == 0 ? "." : "; " + using(place) + " it."),
                "`" + place.name() + "` 是可能的修改位置" + (users == 0 ? "。" : "；有 " + users + " 个文件使用它。"))
            .citing(place.path(), place.line()));
    if (users > 0) {
      Place.Use first = place.users().get(0);
      boolean names = first.how() == Place.How.NAMES;
      findings.add(
          new Phrase(
                  "`" + stem(first.path()) + "` " + shows(first, place) + ".",
                  "`"
                      + stem(first.path())
                      + (names ? "` 使用 `" + place.name() : "` 引用了 `" + place.file().stem())
                      + "`。")
              .citing(first.path(), first.line()));
    }
    if (users >= HOT && place.symbol().isPresent()) {
      concerns.add(
          new Phrase(
                  users + " files use `" + place.name() + "`: its signature is hard to change.",
                  "有 " + users + " 个文件使用 `" + place.name() + "`：其签名难以修改。")
              .citing(place.path(), place.line()));
    }
  }

  void tests(Place place) {
    if (!place.file().language().isCode()) {
      return;
    }
    if (place.tests().isEmpty()) {
      untested(place);
    } else if (!place.guards().isEmpty()) {
      guarded(place);
    } else if (place.symbol().isEmpty() || place.usage().uncalled()) {
      unguarded(place);
    }
  }

  /** That no test is linked to it says nothing as long as some test says the name. */
  private void untested(Place place) {
    if (place.symbol().isPresent() && !place.usage().unnamed()) {
      return;
    }
    Phrase none =
        new Phrase(
                "No test imports or names `" + place.name() + "`'s file.",
                "没有测试引用 `" + place.name() + "` 所在的文件。")
            .citing(place.path(), place.line());
    findings.add(none);
    concerns.add(none);
  }

  private void guarded(Place place) {
    Place.Use first = place.guards().get(0);
    int more = place.guards().size() - 1;
    findings.add(
        new Phrase(
                "`"
                    + stem(first.path())
                    + "` tests `"
                    + place.name()
                    + "`"
                    + (more > 0 ? ", and so do " + more + " more." : "."),
                "`"
                    + stem(first.path())
                    + "` 测试 `"
                    + place.name()
                    + "`"
                    + (more > 0 ? "，另有 " + more + " 个文件。" : "。"))
            .citing(first.path(), first.line()));
  }

  private void unguarded(Place place) {
    Place.Use first = place.tests().get(0);
    String file = place.file().stem();
    Phrase shown =
        new Phrase(
            "`" + stem(first.path()) + "` " + shows(first, place),
            "`"
                + stem(first.path())
                + switch (first.how()) {
                  case NAMES -> "` 提到 `" + place.name();
                  case IMPORTS -> "` 引用了 `" + file;
                  case CALLED_ALIKE -> "` 按其名称属于 `" + file;
                }
                + "`");
    if (place.symbol().isEmpty()) {
      findings.add(
          new Phrase(shown.en() + ".", shown.zh() + "。").citing(first.path(), first.line()));
      return;
    }
    Phrase uncalled =
        new Phrase(
                shown.en() + ", and no test calls `" + place.name() + "` by its name.",
                shown.zh() + "，但没有测试按名称调用 `" + place.name() + "`。")
            .citing(first.path(), first.line());
    findings.add(uncalled);
    concerns.add(uncalled);
  }

  void history(Place place) {
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

  void marks(Place place) {
    for (Place.Mark mark : place.todos()) {
      findings.add(
          new Phrase(
                  "Left unfinished in the same file: “" + mark.text() + "”.",
                  "同一文件中有未完成的标记：“" + mark.text() + "”。")
              .citing(place.path(), mark.line()));
    }
  }

  private static String quoted(Commit commit) {
    return Cut.shown(commit.subject(), 80);
  }

  /** How many files the lists of a place show, such as {@code 2 other files use}. */
  static String using(Place place) {
    int n = place.users().size();
    String verb = place.symbol().isPresent() ? "use" : "import";
    return n == 1 ? "1 other file " + verb + "s" : n + " other files " + verb;
  }

  /** What the line of a use says of a place, such as {@code imports `queue`}. */
  static String shows(Place.Use use, Place place) {
    return switch (use.how()) {
      case NAMES -> "uses `" + place.name() + "`";
      case IMPORTS -> "imports `" + place.file().stem() + "`";
      case CALLED_ALIKE -> "belongs to `" + place.file().stem() + "` by its name";
    };
  }

  static String stem(String path) {
    return PathKind.stem(path.substring(path.lastIndexOf('/') + 1));
  }
}
