package dev.conclave.activities.agent.prompt;

import dev.conclave.activities.search.source.Language;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files that say words of any task and show nothing of the code: they are quoted to an agent only
 * when the task speaks of them.
 */
enum Paperwork {
  /** License texts and the like. */
  LEGAL(
      "(?:un)?licen[cs]es?(?:[-_.].*)?|copying(?:[-_.].*)?|licenses/.*"
          + "|(?:notice|copyright|patents|authors|contributors|maintainers|codeowners)"
          + "(?:\\.(?:md|rst|txt))?",
      "licen[cs]\\w*|legal|notices?|copyrights?|patents?|authors?|contributors?|maintainers?"
          + "|codeowners|许可证?|版权"),
  /** What changed from release to release. */
  CHANGES(
      "(?:change[-_]?logs?|changes|history|news|releases?(?:[-_]?notes)?)"
          + "(?:[-_.](?:md|rst|txt|adoc|markdown|org|\\d.*))?|(?:change[-_]?logs?|changes\\.d)/.*",
      "change[-_ ]?logs?|changes\\.\\w+|history\\.\\w+|news|release[-_ ]?notes|变更日志|更新日志"),
  /** What a package manager wrote down. */
  LOCKS(
      ".*\\.lock|.*[-.]lock\\.(?:json|ya?ml|toml)|go\\.sum|npm-shrinkwrap\\.json|gradle\\.lockfile",
      "lock[- ]?files?|shrinkwrap|dependenc(?:y|ies)|锁文件|依赖"),
  /** What runs on a forge's machines. */
  AUTOMATION(
      "\\.(?:github|gitlab|circleci|buildkite|azure-pipelines)/.*|\\.gitlab-ci\\.ya?ml|\\.travis\\.ya?ml"
          + "|appveyor\\.ya?ml|azure-pipelines\\.ya?ml|jenkinsfile|codecov\\.ya?ml",
      "ci|cd|ci/cd|workflows?|pipelines?|github|gitlab|travis|jenkins|dependabot|codeql"
          + "|continuous integration|流水线|持续集成");

  private final Pattern path;
  private final Pattern words;

  Paperwork(String path, String words) {
    this.path = Pattern.compile("(?:.*/)?(?:" + path + ")", Pattern.CASE_INSENSITIVE);
    this.words =
        Pattern.compile(
            "(?<![\\p{Alnum}_])(?:" + words + ")(?![\\p{Alnum}_])", Pattern.CASE_INSENSITIVE);
  }

  /** Whether a file is of no use to a task: paperwork of which the task says nothing. */
  static boolean isBeside(String task, String file) {
    if (Language.of(file).isCode()) {
      return false;
    }
    String name = file.substring(file.lastIndexOf('/') + 1);
    return Stream.of(values())
        .filter(kind -> kind.path.matcher(file).matches())
        .findFirst()
        .filter(kind -> !kind.words.matcher(task).find() && !isNamed(task, name))
        .isPresent();
  }

  private static boolean isNamed(String task, String name) {
    return Pattern.compile(
            "(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w-])", Pattern.CASE_INSENSITIVE)
        .matcher(task)
        .find();
  }
}
