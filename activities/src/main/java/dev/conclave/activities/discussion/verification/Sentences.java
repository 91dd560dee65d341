package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.similarity.Said;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.PeerReview;
import java.util.ArrayList;
import java.util.List;

/** What an analysis says: its findings and additions, and its assents to others. */
final class Sentences {
  private Sentences() {}

  static List<Said> of(Analysis analysis) {
    List<Said> said = new ArrayList<>();
    analysis.findings().forEach(text -> said.add(new Said(analysis.tool(), text, true)));
    analysis.crossVerification().ifPresent(review -> add(analysis.tool(), review, said));
    return said;
  }

  private static void add(String agent, PeerReview review, List<Said> said) {
    review.additions().forEach(text -> said.add(new Said(agent, text, true)));
    review.agreesWith().forEach(text -> said.add(new Said(agent, text, false)));
  }
}
