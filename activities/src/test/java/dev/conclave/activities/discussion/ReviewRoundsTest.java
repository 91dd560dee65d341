package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.Resources;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Changes with planted defects, counted by the rules from replies of capable reviewers. */
class ReviewRoundsTest {
  private static final List<String> CASES =
      List.of(
          "off-by-one",
          "missing-lock",
          "swallowed-error",
          "injection",
          "inverted-condition",
          "missing-await");

  private static final Pattern MEMBER = Pattern.compile("@([a-z]+\\.[0-9]+\\.f[0-9]+)");

  @Test
  void the_accepted_findings_are_the_planted_defects_and_no_false_ones() throws Exception {
    int planted = 0;
    int found = 0;
    List<String> counted = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (String name : CASES) {
      JsonNode recorded = WireMapper.get().readTree(Resources.text(file(name, "case.json")));
      ReviewOutcome outcome = review(name, recorded);
      for (JsonNode place : recorded.path("planted")) {
        planted++;
        found +=
            outcome.findings().stream().anyMatch(one -> one.counts() && isAt(one, place)) ? 1 : 0;
      }
      for (Judged one : outcome.findings()) {
        boolean real =
            recorded.path("planted").valueStream().anyMatch(place -> isAt(one, place))
                || recorded.path("also").valueStream().anyMatch(place -> isAt(one, place));
        if (one.counts()) {
          (real ? counted : wrong).add(name + ": " + one.finding().title());
        }
      }
    }
    double precision = counted.size() / (double) (counted.size() + wrong.size());
    assertThat(precision).as("precision; these do not hold: " + wrong).isGreaterThanOrEqualTo(0.9);
    assertThat(found / (double) planted).as("recall").isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void a_hasty_reviewers_unsupported_claims_are_refuted() throws Exception {
    assertThat(standing("off-by-one", "reorders")).isEqualTo(Standing.REFUTED);
    assertThat(standing("missing-lock", "skips entries")).isEqualTo(Standing.REFUTED);
    assertThat(standing("swallowed-error", "readable by others")).isEqualTo(Standing.REFUTED);
    assertThat(standing("injection", "through search")).isEqualTo(Standing.REFUTED);
    assertThat(standing("inverted-condition", "endless loop")).isEqualTo(Standing.REFUTED);
    assertThat(standing("missing-await", "Promise.all")).isEqualTo(Standing.UNCONFIRMED);
  }

  private static Standing standing(String name, String words) throws Exception {
    JsonNode recorded = WireMapper.get().readTree(Resources.text(file(name, "case.json")));
    return ReviewRound.find(review(name, recorded), words).standing();
  }

  private static String file(String name, String file) {
    return "review/planted/" + name + "/" + file;
  }

  private static ReviewOutcome review(String name, JsonNode recorded) {
    List<String> paths =
        Pattern.compile("(?m)^\\+\\+\\+ b/(.*)$")
            .matcher(Resources.text(file(name, "change.diff")))
            .results()
            .map(found -> found.group(1))
            .toList();
    ReviewRound rounds = new ReviewRound(paths, 2);
    rounds.round(replies(recorded.path("replies")), recorded.path("moderation").toString());
    Map<String, String> ballots = replies(recorded.path("ballots"));
    ballots.replaceAll((agent, ballot) -> withIds(ballot, rounds.ledger()));
    return rounds.round(ballots, "");
  }

  private static Map<String, String> replies(JsonNode byAgent) {
    Map<String, String> replies = new HashMap<>();
    byAgent.properties().forEach(one -> replies.put(one.getKey(), one.getValue().toString()));
    return replies;
  }

  /** Returns a ballot with the ids of the points that contain the named members. */
  private static String withIds(String ballot, Ledger ledger) {
    return MEMBER
        .matcher(ballot)
        .replaceAll((MatchResult member) -> pointOf(member.group(1), ledger));
  }

  private static String pointOf(String member, Ledger ledger) {
    return ledger.points().stream()
        .filter(point -> point.members().contains(member))
        .map(Ledger.Point::id)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isAt(Judged one, JsonNode place) {
    Finding finding = one.finding();
    return finding.file().equals(place.path("file").asText())
        && finding.line() >= place.path("from").asInt()
        && finding.line() <= place.path("to").asInt();
  }
}
