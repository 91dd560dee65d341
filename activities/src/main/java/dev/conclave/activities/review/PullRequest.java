package dev.conclave.activities.review;

import dev.conclave.workflows.model.GitUrl;
import java.util.List;
import java.util.Optional;

/**
 * A pull request, as {@code gh pr view --json} prints it.
 *
 * @param url of its page
 */
record PullRequest(
    int number,
    String title,
    String body,
    String url,
    String baseRefName,
    String baseRefOid,
    String headRefOid) {
  static final String FIELDS = "number,title,body,url,baseRefName,baseRefOid,headRefOid";

  String label() {
    return "#" + number + " " + title;
  }

  String words() {
    return title + "\n\n" + body;
  }

  GitUrl repository() {
    return new GitUrl(url.replaceFirst("/pull/[0-9]+/?$", ""), Optional.empty());
  }

  List<String> refs() {
    return List.of("refs/heads/" + baseRefName, "refs/pull/" + number + "/head");
  }
}
