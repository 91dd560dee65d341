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

  void tests(Place place) {
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
    if (place.guards().isEmpty()) {
      imports(place);
      return;
    }
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

  private void imports(Place place) {
    Place.Use first = place.tests().get(0);
    Phrase unguarded =
        new Phrase(
                "`"
                    + stem(first.path())
                    + "` imports `"
                    + place.file().stem()
                    + "`, and no test calls `"
                    + place.name()
                    + "` by its name.",
                "`"
                    + stem(first.path())
                    + "` 引用了 `"
                    + place.file().stem()
                    + "`，但没有测试按名称调用 `"
                    + place.name()
                    + "`。")
            .citing(first.path(), first.line());
    findings.add(unguarded);
    concerns.add(unguarded);
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
                  "Left unfinished nearby: “" + mark.text() + "”.",
                  "附近有未完成的标记：“" + mark.text() + "”。")
              .citing(place.path(), mark.line()));
    }
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
