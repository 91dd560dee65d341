package dev.conclave.activities.discussion.verification;

import dev.conclave.workflows.discussion.Approach;
import java.util.Comparator;

/** An approach with the agent that proposes it. */
public record Proposal(String agent, Approach approach) implements Comparable<Proposal> {
  private static final Comparator<Proposal> ORDER =
      Comparator.comparing(Proposal::agent)
          .thenComparing(proposal -> proposal.approach().name())
          .thenComparing(proposal -> proposal.approach().description())
          .thenComparing(proposal -> proposal.approach().toString());

  @Override
  public int compareTo(Proposal other) {
    return ORDER.compare(this, other);
  }
}
