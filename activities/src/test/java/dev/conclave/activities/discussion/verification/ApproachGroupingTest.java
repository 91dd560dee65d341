package dev.conclave.activities.discussion.verification;

import static dev.conclave.activities.discussion.Analyses.proposing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two proposals for one task on the same ground: one approach, or two. */
class ApproachGroupingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Walk over the trees | Walk each method's radix tree and collect the registered routes. | Record routes at registration | Keep a list of routes beside the trees and fill it whenever a route is registered.
          Store counters in Redis | Keep the counter of each client in Redis, so that all instances share the limit. | Store counters in PostgreSQL | Keep the counter of each client in PostgreSQL, so that all instances share the limit.
          Add a lock to OrderBook | Guard every change of the order book with a lock. | Replace OrderBook by a queue | Put orders into a queue that one thread works off, instead of the order book.
          在 near 中加入拼音前缀 | 为命令名建立别名表，near 先查别名再算距离。 | Transliterate with ICU4J | Use ICU's Han-Latin transliterator on the typed word.
          Limit in the reverse proxy | Let the proxy in front refuse clients that ask too often. | Limit in the request handler | Refuse clients that ask too often where requests are handled.
          """)
  void two_ways_on_one_ground_stay_two_approaches(
      String first, String says, String second, String answers) {
    assertThat(grouped(first, says, second, answers)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Token bucket middleware | A token bucket for each client, refilled by time, in front of the handler. | Implement a token bucket per client | A token bucket for each client, refilled by time, as middleware in front of the handler.
          在 near 中加入拼音前缀 | 为命令名建立别名表，near 先查别名再算距离。 | Alias table consulted by near() | A map from pinyin aliases to command names is looked up before distances are computed.
          Lock around OrderBook | Guard every change of the order book with a mutex lock. | Mutex in OrderBook | Guard every change of the order book with a mutex lock.
          Extend Server.handle | Check the limit of the client in handle before the request is dispatched. | Check in Server.handle | Check the limit of the client in handle before the request is dispatched.
          """)
  void one_way_in_two_wordings_is_one_approach(
      String first, String says, String second, String answers) {
    assertThat(grouped(first, says, second, answers)).hasSize(1);
  }

  private static List<ApproachGroup> grouped(
      String first, String says, String second, String answers) {
    return ApproachGrouping.of(
        List.of(
            proposing("anna", approach(first, says)),
            proposing("bert", approach(second, answers))));
  }

  private static Approach approach(String name, String description) {
    return new Approach(
        name,
        description,
        List.of(),
        List.of(),
        Level.LOW,
        Level.LOW,
        List.of(new CodeLocation("src/orders.py", 12, "")),
        List.of(),
        "",
        "");
  }
}
