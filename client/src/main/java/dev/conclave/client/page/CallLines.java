package dev.conclave.client.page;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Printable;
import dev.conclave.workflows.session.CallView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What is said of a call in one line: that it began, what became of it, how it ended. */
final class CallLines {
  private static final int LONGEST = 400;

  private CallLines() {}

  /**
   * It began.
   *
   * @param lately the session's calls that are over
   */
  static String asked(LiveAgent call, List<CallView> lately) {
    // When its process began is told by another clock than the session's, and all that is over of
    // an agent was over before the call that it has now.
    return asked(who(call), call.repair() ? mending(call.agent(), lately, Instant.MAX) : "");
  }

  /** The same of one that was over before anybody saw it at work. */
  static String asked(CallView call, List<CallView> lately) {
    return asked(who(call), call.repair() ? mending(call.agent(), lately, call.since()) : "");
  }

  private static String asked(String who, String what) {
    return fit(who + ": asked" + what);
  }

  /** What was wrong in a reply is found at times only after the reply was told. */
  private static String mending(String agent, List<CallView> lately, Instant before) {
    String flaw =
        lately.stream()
            .filter(call -> call.agent().equals(agent) && !call.at().isAfter(before))
            .reduce((earlier, later) -> later)
            .filter(CallView::answered)
            .flatMap(CallView::reason)
            .map(reason -> ": " + reason)
            .orElse("");
    return " to mend its reply" + flaw;
  }

  /** What it does now, other than being at work. */
  static String doing(LiveAgent call, Instant at) {
    return who(call)
        + ": "
        + (call.state() == State.ADOPTED
            ? "goes on, adopted by another attempt"
            : AgentRow.what(call, at));
  }

  static String ended(CallView call) {
    String time =
        call.seconds() > 0 ? " after " + Figures.span(Duration.ofSeconds(call.seconds())) : "";
    String tokens = Figures.tokens(call.tokensIn() + call.tokensOut());
    return fit(
        who(call)
            + (call.answered() ? ": done" : ": failed")
            + time
            + ", "
            + AgentRow.came(call)
            + (tokens.isEmpty() ? "" : ", " + tokens + " tokens"));
  }

  private static String who(LiveAgent call) {
    return who(call.agent(), call.role(), call.attempt());
  }

  private static String who(CallView call) {
    return who(call.agent(), call.role(), call.attempt());
  }

  private static String who(String agent, String role, int attempt) {
    return role.isEmpty() ? agent : agent + " as " + role + ", attempt " + attempt;
  }

  /** What a call came to quotes its agent, who must not write lines of its own. */
  private static String fit(String line) {
    return Columns.fit(Printable.line(line), LONGEST);
  }
}
