package dev.conclave.activities.discussion;

import static dev.conclave.activities.discussion.Analyses.answered;

import dev.conclave.activities.discussion.evidence.LocationFacts;
import dev.conclave.activities.discussion.evidence.TreeFacts;
import dev.conclave.activities.discussion.reply.ReplyParser;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.gate.Clarification;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * A user's trial on the Python package "schedule": what two agents replied, word for word, under
 * {@code discussion/schedule}, and rounds made of it.
 */
public final class ScheduleTrial {
  private static final Set<String> FILES = Set.of("schedule/__init__.py", "test_schedule.py");

  /** Stands for the package's own files: each of their lines bears out what is said of it. */
  public static final TreeFacts TREE =
      (file, line) ->
          FILES.contains(file)
              ? new LocationFacts(
                  true,
                  1_600,
                  List.of(
                      "run_pending should_run job next_run tag random interval tests paused list"
                          + " deadline run shortcuts datetime pytz idle_seconds None thread lock"))
              : LocationFacts.MISSING;

  private ScheduleTrial() {}

  /** A reply as the agent sent it. */
  public static String text(String name) {
    try (InputStream stream =
        ScheduleTrial.class.getResourceAsStream("/discussion/schedule/" + name + ".txt")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A reply as it is read: {@code agree-ada} is what ada said where the two agreed. */
  public static Analysis reply(String name) {
    return ReplyParser.parse(
        text(name), name.substring(name.lastIndexOf('-') + 1), "alternative-analysis");
  }

  /** What a round comes to in which ada and bert reply so. */
  public static SynthesisRecord round(String ada, String bert) {
    return round(1, ada, bert, List.of());
  }

  /** The same after a human said something. */
  public static SynthesisRecord round(
      int number, String ada, String bert, List<Clarification> said) {
    RoundRequest r =
        Analyses.request(number, List.of(answered("ada"), answered("bert")), List.of(), "en");
    RoundRequest request =
        new RoundRequest(
            r.session(),
            r.task(),
            r.round(),
            r.workspace(),
            r.tree(),
            r.analyses(),
            r.runs(),
            r.earlierFindings(),
            r.firstOfDirection(),
            r.context(),
            r.feedback(),
            r.languages(),
            r.started(),
            said.stream().map(Clarification::question).toList(),
            said,
            List.of());
    return Synthesizer.synthesize(new RoundInputs(request, List.of(reply(ada), reply(bert)), TREE))
        .record();
  }
}
