package dev.conclave.client.e2e;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the scripted model says about the sample repository. */
final class Script {
  private Script() {}

  /** A phrase that occurs only in a moderator's prompt. */
  static final String MODERATES = "You moderate a discussion";

  static final String SERVER =
      """
      import time


      class Server:
          def __init__(self, clock=time.monotonic):
              self.clock = clock
              self.handlers = {}

          def handle(self, request):
              handler = self.handlers[request.path]
              return handler(request)
      """;

  static final String TEST =
      """
      from server import Server


      def test_handle_calls_the_handler():
          server = Server()
          server.handlers["/"] = lambda request: "ok"
      """;

  /** Findings of both analysts in different words. */
  private static final List<List<String>> FINDINGS =
      List.of(
          List.of(
              "Server.handle calls the handler without any limit on the request rate"
                  + " [src/server.py:10]",
              "The Server takes its clock as a constructor argument, so time can be faked in tests"
                  + " [src/server.py:5]",
              "The handlers dictionary is looked up by request path [src/server.py:9]",
              "The existing test covers only the handler call [tests/test_server.py:4]"),
          List.of(
              "No rate limit guards the handler call in Server.handle [src/server.py:10]",
              "The clock is a constructor argument of Server, tests can fake time"
                  + " [src/server.py:5]",
              "handle looks the handler up in the handlers dictionary by request path"
                  + " [src/server.py:9]",
              "Only the handler call is covered by the existing test [tests/test_server.py:4]"));

  /** Returns the reply of a voter; {@code voice} 0 or 1 chooses its wording. */
  static String analysis(int voice) {
    return analysis(FINDINGS.get(voice));
  }

  /** Files with one line each, for {@link #quarrel}. */
  static final Map<String, String> PARTS =
      Map.of(
          "src/path.py", "def validates(path): return path",
          "src/table.py", "handlers = dict()  # thread safe",
          "src/clock.py", "clock = time.monotonic",
          "src/lookup.py", "raise KeyError(path)",
          "src/retry.py", "def retries(request): pass");

  /** Returns one of two replies that contradict each other on five points. */
  static String quarrel(boolean affirms) {
    return analysis(
        List.of(
            "The server %s the path of a request [src/path.py:1]"
                .formatted(affirms ? "validates" : "does not validate"),
            "The handlers dictionary %s thread safe [src/table.py:1]"
                .formatted(affirms ? "is" : "is not"),
            "The clock %s monotonic time [src/clock.py:1]"
                .formatted(affirms ? "uses" : "does not use"),
            "A missing entry %s KeyError [src/lookup.py:1]"
                .formatted(affirms ? "raises" : "never raises"),
            "A failed call %s automatically [src/retry.py:1]"
                .formatted(affirms ? "retries" : "does not retry")));
  }

  private static String analysis(List<String> texts) {
    StringBuilder findings = new StringBuilder();
    for (String finding : texts) {
      findings.append(findings.isEmpty() ? "" : ",").append('"').append(finding).append('"');
    }
    return """
    {"feasibility_score": 0.9,
     "findings": [%s],
     "implementation_approaches": [
       {"name": "Token bucket in Server.handle",
        "description": "A bucket per client refills by the server's clock; handle refuses when empty",
        "pros": ["bursts are allowed", "constant memory per client"],
        "cons": ["state per client"],
        "effort": "low", "risk": "low",
        "affected_files": [{"file": "src/server.py", "line": 8, "reason": "handle is the entry"}],
        "tasks": [
          {"id": "T1", "name": "Bucket", "depends_on": [], "files": ["src/bucket.py"],
           "key_point": "refill by the clock"},
          {"id": "T2", "name": "Use it in handle", "depends_on": ["T1"],
           "files": ["src/server.py"], "key_point": "refuse with 429"}]},
       {"name": "Sliding log of timestamps",
        "description": "Keep the times of each client's last requests and count those of a minute",
        "pros": ["exact"], "cons": ["memory grows with traffic", "slower lookup"],
        "effort": "medium", "risk": "medium",
        "affected_files": [{"file": "src/server.py", "line": 5, "reason": "the constructor"}]}],
     "technical_concerns": ["buckets of clients that never come back must expire"],
     "code_locations": [{"file": "src/server.py", "line": 8, "reason": "def handle"}],
     "cross_verification": null}
    """
        .formatted(findings);
  }

  /** A moderation of both, independent of their letters. */
  static final String MODERATION =
      """
      {"points": [
         {"statement": "Server.handle calls the handler without any limit on the request rate",
          "members": ["H.1.f1", "J.1.f1"], "kind": "fact", "changes": "plan"},
         {"statement": "The Server takes its clock as a constructor argument",
          "members": ["H.1.f2", "J.1.f2"], "kind": "fact", "changes": "plan"},
         {"statement": "The handlers dictionary is looked up by request path",
          "members": ["H.1.f3", "J.1.f3"], "kind": "fact", "changes": "none"},
         {"statement": "The existing test covers only the handler call",
          "members": ["H.1.f4", "J.1.f4"], "kind": "fact", "changes": "plan"},
         {"statement": "Buckets of clients that never come back must expire",
          "members": ["H.1.c1", "J.1.c1"], "kind": "risk", "changes": "plan"}],
       "single": [], "conflicts": [], "approaches": [%s],
       "questions": [
         {"question": "When does the bucket of a client that stays away expire?",
          "options": ["after a minute", "after an hour"], "recommended": 2,
          "from": ["H.1.c1", "J.1.c1"]}]}
      """
          .formatted(approaches());

  /** A moderation of {@link #quarrel}: each of the five is a conflict. */
  static final String QUARREL =
      """
      {"points": [], "single": [], "conflicts": [%s], "approaches": [%s], "questions": []}
      """
          .formatted(
              IntStream.rangeClosed(1, 5)
                  .mapToObj(
                      i ->
                          """
                          {"question": "Who is right about place %d?", "settled_by": "human",
                           "why": "one denies what the other says",
                           "sides": [{"position": "the one", "members": ["H.1.f%d"]},
                                     {"position": "the other", "members": ["J.1.f%d"]}]}
                          """
                              .formatted(i, i, i))
                  .collect(Collectors.joining(",")),
              approaches());

  private static String approaches() {
    return """
    {"name": "Token bucket in Server.handle", "members": ["H.1.s1", "J.1.s1"], "differences": [],
     "pros": ["bursts are allowed", "constant memory per client"], "cons": ["state per client"]},
    {"name": "Sliding log of timestamps", "members": ["H.1.s2", "J.1.s2"], "differences": [],
     "pros": ["exact"], "cons": ["memory grows with traffic", "slower lookup"]}
    """;
  }

  static final String BALLOT =
      """
      {"feasibility_score": 0.9, "votes": [], "ranking": ["S1", "S2"]}
      """;

  /** A plan that passes its checks on the sample repository. */
  static final String PLAN =
      """
      {"summary": "Limit requests per client with token buckets",
       "approach": "Token bucket in Server.handle",
       "complexity": "Low", "estimated_time": "2 h", "recommended_execution": "Agent",
       "constraints": [{"number": 1, "tasks": ["TASK-002"]}],
       "tasks": [
         {"id": "TASK-001", "title": "Add the bucket", "scope": "src", "action": "Create",
          "description": "A token bucket that refills by a clock",
          "files": [{"path": "src/bucket.py", "line": 0, "action": "create",
                     "change": "class Bucket with take()"}],
          "implementation": ["Write Bucket with rate and burst", "Refill by the clock at take"],
          "acceptance": ["take() refuses the 11th call within a second at rate 10"],
          "depends_on": [], "execution_group": 1,
          "verification": "pytest tests/test_bucket.py", "risks": [], "rationale": "the core"},
         {"id": "TASK-002", "title": "Use it in handle", "scope": "src", "action": "Update",
          "description": "handle asks the client's bucket first",
          "files": [{"path": "src/server.py", "line": 8, "action": "modify",
                     "change": "refuse with 429 when the bucket is empty"}],
          "implementation": ["Keep a bucket per client", "Refuse with 429 when it is empty"],
          "acceptance": ["the 11th request of a client within a second gets 429"],
          "depends_on": ["TASK-001"], "execution_group": 2,
          "verification": "pytest tests/test_server.py", "risks": [], "rationale": "the entry"}]}
      """;

  /** Answers as analyst, moderator or planner, depending on the prompt. */
  static String reply(String prompt, int voice) {
    if (prompt.contains("execution_group")) {
      return PLAN;
    }
    if (prompt.contains(MODERATES)) {
      return MODERATION;
    }
    return prompt.contains("In earlier rounds") ? BALLOT : analysis(voice);
  }
}
